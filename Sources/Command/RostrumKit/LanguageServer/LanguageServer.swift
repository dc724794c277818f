public import RostrumBase
import RostrumGeometry
import RostrumOutput
import RostrumSceneEditing
public import RostrumSceneFile

/// A language server for scene files: what an editor asks while a scene is written.
///
/// It speaks Microsoft's Language Server Protocol 3.17: a JSON-RPC message in, messages out. Texts
/// come whole with every change, and their diagnostics are the same as in `rostrum check`.
public final class LanguageServer {
  typealias Message = JSONValue

  /// After `exit`; 0 when `shutdown` came before, as the protocol asks.
  public private(set) var exitStatus: Int32?
  private let opener: SceneOpener
  private var documents: [String: EditedScene] = [:]
  private var isShutDown = false

  public init(options: SceneOptions = SceneOptions()) { opener = SceneOpener(options: options) }

  /// The messages that one message is answered with.
  public func answers(to data: Data) -> [Data] {
    guard String(validating: data, as: UTF8.self) != nil,
      let message = try? JSONParser.parse(Array(data), isStrict: true)
    else {
      return [encoded(failure(.null, -32_700, "no JSON"))]
    }
    guard let method = message["method"]?.string else { return [] }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else { return noticed(method, parameters).map(encoded) }
    guard let answer = requests[method] else {
      return [encoded(failure(id, -32_601, "unknown method \(method)"))]
    }
    return [
      encoded([
        "jsonrpc": "2.0", "id": id, "result": answer(parameters),
      ])
    ]
  }

  private func encoded(_ message: Message) -> Data {
    Data(message.line(isCompact: true).utf8)
  }

  private func failure(_ id: Message, _ code: Int, _ text: String) -> Message {
    [
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .number(Double(code)), "message": .string(text)],
    ]
  }

  // MARK: Notifications

  private func noticed(_ method: String, _ parameters: Message) -> [Message] {
    let uri = parameters["textDocument"]?["uri"]?.text ?? ""
    switch method {
    case "textDocument/didOpen":
      return changed(uri, parameters["textDocument"]?["text"]?.text ?? "")
    case "textDocument/didChange":
      guard let changes = parameters["contentChanges"]?.array,
        let text = changes.last?["text"]?.text
      else { return [] }
      return changed(uri, text)
    case "textDocument/didSave": return documents[uri].map { changed(uri, $0.text) } ?? []
    case "textDocument/didClose":
      documents[uri] = nil
      return [publication(uri, [])]
    case "exit":
      exitStatus = isShutDown ? 0 : 1
      return []
    default: return []
    }
  }

  private func changed(_ uri: String, _ text: String) -> [Message] {
    var document = EditedScene(uri: uri, text: text)
    document.check(opener)
    documents[uri] = document
    return [publication(uri, document.diagnostics.map(document.message))]
  }

  private func publication(_ uri: String, _ diagnostics: [Message]) -> Message {
    [
      "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics",
      "params": ["uri": .string(uri), "diagnostics": .array(diagnostics)],
    ]
  }

  // MARK: Requests

  private var requests: [String: (Message) -> Message] {
    [
      "initialize": { _ in Self.capabilities },
      "shutdown": { _ in
        self.isShutDown = true
        return .null
      },
      "textDocument/completion": { self.at($0) { .array($0.completions($1, $2)) } },
      "textDocument/hover": { self.at($0) { $0.hover($1, $2) } },
      "textDocument/definition": { self.at($0) { $0.definition($1, $2) } },
      "textDocument/references": { self.at($0) { .array($0.references($1, $2)) } },
      "textDocument/prepareRename": { self.at($0) { $0.nameRange($1, $2) } },
      "textDocument/rename": { parameters in
        let name = parameters["newName"]?.text ?? ""
        return self.at(parameters) { $0.renaming($1, $2, name) }
      },
      "textDocument/documentColor": { .array(self.document($0)?.colors ?? []) },
      "textDocument/colorPresentation": { EditedScene.presentations(of: $0["color"] ?? .null) },
      "textDocument/codeAction": { .array(self.document($0)?.actions($0["range"] ?? .null) ?? []) },
    ]
  }

  private func document(_ parameters: Message) -> EditedScene? {
    documents[parameters["textDocument"]?["uri"]?.text ?? ""]
  }

  /// The answer about a place of a document; null where there is no such document.
  private func at(
    _ parameters: Message, _ answer: (EditedScene, Int, Int) -> Message
  ) -> Message {
    guard let document = document(parameters), let place = document.place(parameters["position"])
    else { return .null }
    return answer(document, place.line, place.column)
  }

  private static let capabilities: Message = [
    "capabilities": [
      "positionEncoding": "utf-16",
      "textDocumentSync": ["openClose": true, "change": 1, "save": true],
      "completionProvider": ["triggerCharacters": ["$", "{", ".", ":", " "]],
      "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
      "renameProvider": ["prepareProvider": true], "colorProvider": true,
      "codeActionProvider": ["codeActionKinds": ["quickfix"]],
    ],
    "serverInfo": ["name": "rostrum"],
  ]
}

extension JSONValue {
  var text: String? { string }

  var whole: Int? { number.flatMap { Int(exactly: $0) } }
}
