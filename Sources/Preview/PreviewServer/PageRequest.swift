import Foundation
import RostrumLayerTree
import RostrumPreview
import RostrumRendering
import RostrumSceneFile
import RostrumSceneEditing

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
    /// Adds, removes, copies or moves things in the file.
    case restructure
    /// Adds a key frame to an animation in the file.
    case keyFrame
    /// Changes a value in the file of rows that it comes from.
    case cell
    /// Asks for the texts of layers.
    case copy
    /// Asks for the components that a layer can be.
    case additions
    /// Asks for the keys that a mapping may have besides its own.
    case keys
    /// Hides layers in this preview.
    case look
    /// Asks for the way of a layer over frames.
    case path
    /// Asks for a layer at other frames.
    case ghosts
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
  /// The number of a layer, which stays its own while the file changes.
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
  var changes: [PageStructure]?
  /// The mapping whose keys are asked for.
  var owner: [Int]?
  var steps: [PageEdit.Step]?
  var text: String?
  /// The time of a key frame as a part of its pass.
  var part: Double?
  var copied: PageKeyFrame?
  /// Numbers of layers.
  var layers: [Int]?
  var hidden: [Int]?
  var solo: Int?
  /// Asks for the costs of frames in their place.
  var view: CostView?
  /// Texts by the names of parameters; `null` for a parameter's own value.
  var values: [String: String?]?
  /// Counted from 0.
  var row: Int?
  var kind: RenderRequest.Kind?
  /// The first and the last frame of a range.
  var range: [Int]?
  /// The size of a render as a part of the preview's.
  var scale: Double?
  /// Whether a render has no background.
  var isTransparent: Bool?
  /// A render, or the mix that samples are of.
  var id: Int?
  /// A part of the sound, counted from 0.
  var chunk: Int?

  /// The render that is asked for, within the scene's frames.
  var renderRequest: RenderRequest? {
    guard let kind else { return nil }
    return RenderRequest(
      kind: kind, frames: frameRange, scale: scale ?? 1, isTransparent: isTransparent ?? false)
  }

  /// No frame is before the first one.
  var frameRange: ClosedRange<Int> {
    let first = max(range?.first ?? 0, 0)
    return first...max(range?.last ?? first, first)
  }
}

extension CostView: Decodable {}

/// A key frame that the page has copied.
struct PageKeyFrame: Decodable {
  let owner: [Int]
  let index: Int
  let reading: Int

  var keyFrame: CopiedKeyFrame {
    CopiedKeyFrame(owner: SourcePlace(numbers: owner), index: index, reading: reading)
  }
}

/// A change of one value.
struct PageEdit: Decodable {
  /// Line and column of the mapping that holds the value; missing for the scene itself.
  var owner: [Int]?
  /// The number of the layer whose mapping it is.
  var layer: Int?
  let steps: [Step]
  /// A single value.
  var text: String?
  /// The items of a list.
  var texts: [String]?
  /// Whether all that shares the value may change with it.
  var isShared: Bool?

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
    ValueEdit(
      owner: owner.map { SourcePlace(numbers: $0) }, steps: steps.map(\.step),
      content: texts.map { .list($0) } ?? .scalar(text ?? ""), isShared: isShared ?? false)
  }
}

extension PageEdit.Step {
  var step: ValueStep {
    switch self {
    case .key(let name): .key(name)
    case .index(let index): .index(index)
    }
  }
}

extension SourcePlace {
  /// A line and a column; no place of a file for any other numbers.
  init(numbers: [Int]) {
    self =
      numbers.count == 2
      ? SourcePlace(line: numbers[0], column: numbers[1]) : SourcePlace(line: 0)
  }
}

/// An addition, a removal, a copy or a move.
struct PageStructure: Decodable {
  enum Action: String, Decodable { case add, remove, duplicate, move, put }

  let action: Action
  /// A layer's number: the item of the list in which it lies is meant.
  var layer: Int?
  var owner: [Int]?
  var steps: [PageEdit.Step]?
  var item: PageItem?
  /// New items as a list of a scene file.
  var yaml: String?
  /// The place in the list.
  var at: Int?
  /// How far a move goes.
  var by: Int?
  /// The number of the layer that one is put beside or into.
  var target: Int?
  var side: PageStructureEdit.Target.Side?

  /// Several for several new items; none where nothing is said.
  var edits: [PageStructureEdit] {
    let kinds: [StructureEdit.Kind]
    switch action {
    case .add:
      let items = item.map { [$0.item] } ?? yaml.map(NewItem.items) ?? []
      // Each goes to the same place, before the one that was added there.
      kinds = items.reversed().map { .add($0, at: at) }
    case .remove: kinds = [.remove]
    case .duplicate: kinds = [.duplicate]
    case .move: kinds = [.move(by: by == -1 ? -1 : 1)]
    case .put: kinds = [.put(into: [], at: nil)]
    }
    let place = target.map { PageStructureEdit.Target(layer: $0, side: side ?? .behind) }
    return kinds.map {
      PageStructureEdit(
        layer: layer, owner: owner.map { SourcePlace(numbers: $0) },
        steps: (steps ?? []).map(\.step), kind: $0, target: place)
    }
  }
}

/// A new value: a text, a list, or `{"pairs": [[name, value], ...]}` for a mapping.
struct PageItem: Decodable {
  let item: NewItem

  private enum Member: String, CodingKey { case pairs }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      item = .scalar(text)
    } else if let items = try? decoder.singleValueContainer().decode([PageItem].self) {
      item = .list(items.map(\.item))
    } else {
      let pairs = try decoder.container(keyedBy: Member.self).decode([Pair].self, forKey: .pairs)
      item = .mapping(pairs.map(\.entry))
    }
  }

  private struct Pair: Decodable {
    let entry: NewItem.Entry

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      let name = try container.decode(String.self)
      entry = NewItem.Entry(name: name, value: try container.decode(PageItem.self).item)
    }
  }
}
