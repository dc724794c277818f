import RostrumLayerTree

/// The stages in which a layer's keys become a layer of Core Animation's model. Passes act at each
/// stage; between them, the reader reads what that model has itself.
enum LayerStage: Int, CaseIterable {
  /// The class and the keys are known.
  case declared
  /// The clock is read. What the layer shows gives the values that its properties change.
  case described
  /// The properties are read, from which the size follows.
  case sized
  /// The size is known, from which the position and the outline follow.
  case placed
  /// The animations are about to be read; others come before them.
  case animated
  /// The animations are read.
  case opened
  /// The sublayers are about to be read.
  case listed
  /// The sublayers are read. An inner scene's layers are not listed and not arranged.
  case arranged
  /// The sublayers lie where they belong.
  case fitted
  /// Nothing changes the layer's values any more.
  case complete
}

/// A feature of the language that Core Animation's model does not have: the keys of layers that it
/// owns, and how it lowers them to that model.
struct LoweringPass: Sendable {
  typealias Step = @Sendable (inout LayerDraft) -> Void
  /// Looks over all layers of a scene.
  typealias Check = @Sendable ([Layer], LayerRegistry, SceneContext) -> Void

  /// The keys that it adds to layers of a class, in the order of the documentation.
  let keys: @Sendable (LayerClass) -> [any DeclaredField]
  fileprivate let steps: [LayerStage: Step]
  /// The class to suggest where a layer of another one has the pass's keys.
  var suggestedClass: LayerClass?
  /// Runs once all layers are read.
  var checkRead: Check?
  /// Runs once the events have changed the layers.
  var checkReplayed: Check?

  init(
    keys: @escaping @Sendable (LayerClass) -> [any DeclaredField], _ steps: [LayerStage: Step],
    suggestedClass: LayerClass? = nil, checkRead: Check? = nil, checkReplayed: Check? = nil
  ) {
    (self.keys, self.steps) = (keys, steps)
    self.suggestedClass = suggestedClass
    (self.checkRead, self.checkReplayed) = (checkRead, checkReplayed)
  }

  /// All passes over layers. At one stage they act in this order.
  static let all: [LoweringPass] = [
    .innerScene, .video, .pin, .sizeToFit, .aspectRatio, .layout, .timeOnStage, .sequence, .sound,
    .connection, .waveform, .split, .stagger, .camera, .actions,
  ]

  /// Whether a key of another class is best explained by this one.
  static func suggests(_ layerClass: LayerClass, for key: String) -> Bool {
    all.contains {
      $0.suggestedClass == layerClass && $0.keys(layerClass).contains { $0.name == key }
    }
  }

  /// The steps of all passes, by the number of their stage.
  fileprivate static let stepsByStage = LayerStage.allCases.map { stage in
    all.compactMap { $0.steps[stage] }
  }
}

extension LayerDraft {
  /// Lets all passes act.
  mutating func pass(_ stage: LayerStage) {
    for step in LoweringPass.stepsByStage[stage.rawValue] { step(&self) }
  }
}

/// Values that passes attach to something, one of each type.
struct Attachments {
  private var values: [ObjectIdentifier: Any] = [:]

  subscript<Value>(_ type: Value.Type) -> Value? {
    get { values[ObjectIdentifier(type)] as? Value }
    set { values[ObjectIdentifier(type)] = newValue }
  }
}
