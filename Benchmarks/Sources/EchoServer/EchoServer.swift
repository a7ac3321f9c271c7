// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import NIOFoundationCompat
import NIOPosix

/// A JSON-RPC server on standard input and output, which answers each request with its parameters.
///
/// It's the least that a server written with swift-nio does: it reads lines, decodes and encodes JSON, and
/// writes the responses of a read together.
@main
enum EchoServer {
  static func main() throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let channel = try NIOPipeBootstrap(group: group)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers(
            ByteToMessageHandler(LineDecoder()), EchoHandler())
        }
      }
      .takingOwnershipOfDescriptors(input: dup(STDIN_FILENO), output: dup(STDOUT_FILENO)).wait()
    try channel.closeFuture.wait()
  }
}

/// Divides bytes into lines.
private struct LineDecoder: ByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) -> DecodingState {
    guard let end = buffer.readableBytesView.firstIndex(of: 0x0A) else { return .needMoreData }
    let line = buffer.readSlice(length: end - buffer.readerIndex)
    buffer.moveReaderIndex(forwardBy: 1)
    if let line { context.fireChannelRead(wrapInboundOut(line)) }
    return .continue
  }

  mutating func decodeLast(
    context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
  ) -> DecodingState {
    decode(context: context, buffer: &buffer)
  }
}

private final class EchoHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private struct Message: Codable {
    var jsonrpc: String
    var id: Int
    var method: String?
    var params: [String: String]?
    var result: [String: String]?
  }

  private let decoder = JSONDecoder()
  private let encoder = JSONEncoder()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let line = unwrapInboundIn(data)
    guard var message = try? decoder.decode(Message.self, from: line) else { return }
    (message.result, message.params, message.method) = (message.params, nil, nil)
    guard var response = try? encoder.encodeAsByteBuffer(message, allocator: context.channel.allocator)
    else { return }
    response.writeInteger(UInt8(0x0A))
    context.write(wrapOutboundOut(response), promise: nil)
  }

  func channelReadComplete(context: ChannelHandlerContext) { context.flush() }
}
