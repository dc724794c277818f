import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension Key {
  static let connect = Field(
    "connect", .connection,
    "The two layers between which the shape is a line."
  )
  static let connectFrom = Field(
    "from", .name, isRequired: true, "The name of the layer where the line begins.")
  static let connectTo = Field(
    "to", .name, isRequired: true, "The name of the layer where the line ends.")
  static let connectFromSide = Field(
    "fromSide", .sideOnScreen,
    "The side of the first layer, as it lies on screen. Default: towards the second layer.")
  static let connectToSide = Field(
    "toSide", .sideOnScreen,
    "The side of the second layer, as it lies on screen. Default: towards the first layer.")
  static let connectGap = DefaultedField(
    "gap", .number(), default: 0,
    "The room between the line's ends and the layers, in points.")
  static let connectRoute = Field(
    "route", Reader<String>.word(of: Connector.Route.allCases.map(\.rawValue)),
    shownDefault: Connector.Route.straight.rawValue,
    "The line's way: elbow goes along the axes, curve leaves and arrives at right angles."
  )
  static let connectHeads = Field(
    "heads", Reader<String>.word(of: Connector.Heads.allCases.map(\.rawValue)),
    shownDefault: Connector.Heads.none.rawValue,
    "The ends that are arrows, of two lines of the stroke's own colour and width.")
  static let connectHeadLength = DefaultedField(
    "headLength", .number(.zeroOrMore), default: Connector().headLength,
    "The length of an arrow's two lines, in points.")
  static let connectBendRadius = DefaultedField(
    "bendRadius", .number(.zeroOrMore), default: 0,
    "The radius of the bends of an elbow, in points.")
}

extension Vocabulary {
  /// The keys of a connection.
  public static let connection = Vocabulary(
    owner: "a connection", definition: "connection",
    [
      Key.connectFrom, Key.connectTo, Key.connectFromSide, Key.connectToSide, Key.connectGap,
      Key.connectRoute, Key.connectHeads, Key.connectHeadLength, Key.connectBendRadius,
    ], listsKeys: true)
}

extension Reader where Content == String {
  fileprivate static var sideOnScreen: Reader { .word(of: Connector.Side.allCases.map(\.rawValue)) }
}

extension Reader where Content == Connection {
  static var connection: Reader {
    .mapping(.connection, "what the line connects: {from: NAME, to: NAME}") { fields in
      let (from, to) = (fields[Key.connectFrom], fields[Key.connectTo])
      var connector = Connector()
      connector.fromSide = fields[Key.connectFromSide].flatMap(Connector.Side.init)
      connector.toSide = fields[Key.connectToSide].flatMap(Connector.Side.init)
      connector.gap = fields[Key.connectGap]
      connector.route = fields[Key.connectRoute].flatMap(Connector.Route.init) ?? .straight
      connector.heads = fields[Key.connectHeads].flatMap(Connector.Heads.init) ?? .none
      connector.headLength = fields[Key.connectHeadLength]
      connector.bendRadius = fields[Key.connectBendRadius]
      guard let from, let to else { return nil }
      return Connection(from: from, to: to, connector)
    }
  }
}

extension LoweringPass {
  /// A shape that is a line between two layers.
  static let connection = LoweringPass(
    keys: { $0 == .shape ? [Key.connect] : [] },
    [.described: { $0.drawLineAlone() }, .complete: { $0.connect() }],
    checkReplayed: { layers, registry, context in
      context.checkConnections(registry.all(PlacedConnection.self), layers, registry)
    })
}

/// The connection of a layer, with its node.
private struct PlacedConnection {
  let connection: Connection
  let node: YAMLNode
}

extension LayerDraft {
  /// Gives a line between layers its initial values: a stroke alone.
  fileprivate mutating func drawLineAlone() {
    guard layerClass == .shape, fields.has(Key.connect) else { return }
    baseValues = layerClass.initialValues
    baseValues?[.fillColor] = nil
    baseValues?[.strokeColor] = .black
  }

  /// Connects a shape layer, whose path and place may not be given as well.
  fileprivate mutating func connect() {
    guard layerClass == .shape, let node = fields.node(Key.connect),
      let connection = fields[Key.connect]
    else { return }
    let others = [
      Key.frame.name, Key.sizeToFit.name, Key.layout.name, Key.waveform.name,
    ]
    for name in Property.ofConnections.map(\.name) + others {
      guard let entry = fields.entries.first(where: { $0.name == name }) else { continue }
      context.error(
        .conflict, "'\(name)' follows from the layers that 'connect' names", at: entry.key,
        hint: "leave out '\(name)' or 'connect'")
    }
    registry[PlacedConnection.self, of: number] = .init(connection: connection, node: node)
    self.connection = connection
  }
}

extension Property {
  /// The properties of a shape that follow from the layers that it connects.
  fileprivate static let ofConnections: [Property] = [.path, .position, .bounds]
}

extension Layer {
  /// A property that the connected layers decide, and that an animation or an event changes.
  fileprivate var changeOfConnection: Property? {
    let animated = allAnimations.flatMap(\.keyPaths).map(\.property)
    return Property.ofConnections.first { property in
      animated.contains(property)
        || epochs.contains { $0.values[any: property] != values[any: property] }
    }
  }
}

extension SceneContext {
  /// Reports connections to layers that are not there, or that are lines themselves, and changes of
  /// the path.
  fileprivate func checkConnections(
    _ connections: [(layer: Int, value: PlacedConnection)], _ layers: [Layer],
    _ registry: LayerRegistry
  ) {
    guard !connections.isEmpty, !registry.missesLayers else { return }
    let all = layers.flatMap(\.subtree)
    let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let byIndex = Dictionary(all.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    for (number, placed) in connections {
      let (connection, node) = (placed.connection, placed.node)
      let ends = [(Key.connectFrom.name, connection.from), (Key.connectTo.name, connection.to)]
      for (key, name) in ends {
        let place = node.entries?.first { $0.name == key }?.value ?? node
        guard let layer = byName[name] else {
          reportMissingLayer(name, among: byName.keys, at: place)
          continue
        }
        guard layer.connection != nil else { continue }
        error(
          .conflict, "\(name.quoted) is a line between layers itself", at: place,
          hint: "name one of the layers that it connects")
      }
      if let property = byIndex[number]?.changeOfConnection {
        error(
          .conflict,
          "'\(property.name)' follows from the layers that 'connect' names, and cannot be changed",
          at: node, hint: "change those layers, or the stroke")
      }
      if connection.from == connection.to {
        error(.conflict, "a line connects two layers; both are \(connection.to.quoted)", at: node)
      }
    }
  }
}
