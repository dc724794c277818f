import Foundation
import RostrumLayerTree
import RostrumPreview
import RostrumRendering
import RostrumSceneFile

/// A request of the page. Numbers outside the scene count as its first or last frame.
struct PageRequest: Decodable {
  enum Kind: String, Decodable {
    /// Shows a scene of the list.
    case open
    /// Sends frames, in this order.
    case frames
    /// Asks for the layers' states at a frame.
    case inspect
    /// Explains a value.
    case explain
    /// Draws a value over time.
    case curve
    /// Names the layers under a point.
    case hit
    /// Asks for a layer's placement, now and with every frame from now on.
    case select
    /// Asks how a layer can be moved with a pointer.
    case handles
    /// Asks for the file's values of a layer, or of the scene if there is no `index`.
    case written
    /// Sends the text of the file.
    case source
    /// Changes values in the file, or shows how that would be.
    case change
    /// Shows the file again as it is.
    case drop
    /// Takes the last change back.
    case undo
    /// Makes the change again that was taken back.
    case redo
    /// Gives parameters other values in this preview.
    case set
    /// Shows another row of the data.
    case row
    /// Sends a small picture of a scene of the list.
    case thumbnail
    /// Asks for the facts about the scene's sound.
    case sound
    /// Sends a part of the sound.
    case samples
    /// Compares the scene with its baselines.
    case compare
    /// Puts what differs in the baselines' place.
    case approve
    /// Renders a frame or a range.
    case render
    /// Ends a render.
    case cancel
    /// Asks for the command line of the same render.
    case command
  }

  let type: Kind
  var scene: Int?
  /// Grows with each jump to another frame: earlier requests are dropped.
  var seek: Int?
  var frames: [Int]?
  var frame: Int?
  var layer: String?
  /// A layer's place in the order of the file.
  var index: Int?
  var keyPath: String?
  var isDark: Bool?
  /// In points of the scene.
  var x: Double?
  var y: Double?
  /// The reading of the file that places are from.
  var reading: Int?
  var isDraft: Bool?
  var edits: [PageEdit]?
  /// Asks for the costs of frames in their place.
  var view: CostView?
  /// Texts by the names of parameters; `null` for a parameter's own value.
  var values: [String: String?]?
  /// Counted from 0.
  var row: Int?
  var kind: RenderRequest.Kind?
  /// The first and the last frame of a range.
  var range: [Int]?
  /// A render, or the mix that samples are of.
  var id: Int?
  /// A part of the sound, counted from 0.
  var chunk: Int?

  /// The render that is asked for, within the scene's frames.
  var renderRequest: RenderRequest? {
    guard let kind else { return nil }
    return RenderRequest(kind: kind, frames: frameRange)
  }

  /// No frame is before the first one.
  var frameRange: ClosedRange<Int> {
    let first = max(range?.first ?? 0, 0)
    return first...max(range?.last ?? first, first)
  }
}

extension CostView: Decodable {}

/// A change of one value.
struct PageEdit: Decodable {
  /// Line and column of the mapping that holds the value; missing for the scene itself.
  var owner: [Int]?
  let steps: [Step]
  /// A single value.
  var text: String?
  /// The items of a list.
  var texts: [String]?

  enum Step: Decodable {
    case key(String)
    case index(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let index = try? container.decode(Int.self) {
        self = .index(index)
      } else {
        self = .key(try container.decode(String.self))
      }
    }
  }

  var edit: ValueEdit {
    let place = owner.map { place in
      place.count == 2 ? SourcePlace(line: place[0], column: place[1]) : SourcePlace(line: 0)
    }
    let steps = steps.map { step -> ValueStep in
      switch step {
      case .key(let name): .key(name)
      case .index(let index): .index(index)
      }
    }
    return ValueEdit(
      owner: place, steps: steps, content: texts.map { .list($0) } ?? .scalar(text ?? ""))
  }
}
