// SPDX-License-Identifier: Apache-2.0

#if Web

import HummingbirdCore
import Logging
import NIOCore

/// Connections whose requests are handled on the threads that read and write them, so that a request doesn't change
/// threads on its way to a page and back.
///
/// Work that waits for files, a database, or commands runs on threads of its own.
struct LoopChannel: ServerChildChannel {
  private let http: HTTP1Channel

  /// Creates a description of connections.
  init(
    responder: @escaping HTTPChannelHandler.Responder, configuration: HTTP1Channel.Configuration
  ) {
    http = HTTP1Channel(responder: responder, configuration: configuration)
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    http.setup(channel: channel, logger: logger)
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await withTaskExecutorPreference(LoopExecutor(value.channel.eventLoop)) {
      await http.handle(value: value, logger: logger)
    }
  }
}

/// Runs tasks on the thread of an event loop.
private final class LoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

#endif
