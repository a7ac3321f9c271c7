// SPDX-License-Identifier: Apache-2.0

// The C library of the system, under one name: files import CLibrary, and where a member has the name of one of its
// functions, they write `CLibrary.close(descriptor)`.

#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#else
@_exported public import Darwin
#endif
