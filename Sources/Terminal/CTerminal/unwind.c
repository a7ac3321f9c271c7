// SPDX-License-Identifier: Apache-2.0
//
// The installed program has no tables for unwinding (`Scripts/lib`), because nothing in it catches an exception. The
// C library still asks for an unwinding when a thread ends early, and dispatch ends the first thread in this way.
// The linker lets that call end here, at once; in other programs, nothing calls this function.

#ifdef __linux__

#include <stddef.h>
#include <unwind.h>

_Unwind_Reason_Code __wrap__Unwind_ForcedUnwind(
    struct _Unwind_Exception *exception, _Unwind_Stop_Fn stop, void *argument) {
  _Unwind_Action actions = _UA_FORCE_UNWIND | _UA_CLEANUP_PHASE | _UA_END_OF_STACK;
  return stop(1, actions, exception->exception_class, exception, NULL, argument);
}

#endif
