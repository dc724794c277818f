import LayerTree

extension AnimationFields {
  /// In the layer's or group's time; 0 for one that an event settles.
  var beginTime: Double {
    guard place.transaction != nil else { return fields.number(.beginTime) ?? 0 }
    guard let node = fields.node(.beginTime),
      case .layerTime(let time) = context.eventBeginTime(node)
    else { return 0 }
    return time
  }
}

extension SceneContext {
  /// When an animation begins that an event adds: `now`, `now + 0.2`, or a time of the layer's clock. 0 is now, as in
  /// Core Animation.
  func eventBeginTime(_ node: YAMLNode) -> Event.BeginTime {
    guard let text = node.scalar?.text, text.hasPrefix("now") else {
      let time = seconds(node, "now, now + SECONDS, or a time of the layer's clock") ?? 0
      return time == 0 ? .now(delay: 0) : .layerTime(time)
    }
    return .now(delay: delay(text.dropFirst(3), at: node) ?? 0)
  }

  /// What follows `now`.
  private func delay(_ rest: Substring, at node: YAMLNode) -> Double? {
    let text = String(rest.filter { $0 != " " })
    if text.isEmpty { return 0 }
    if text.hasPrefix("+") || text.hasPrefix("-"), case .number(let delay) = NumberText(text),
      abs(delay) <= Self.maximumSeconds
    {
      return delay
    }
    mismatch("now, now + SECONDS, or a time of the layer's clock", at: node)
    return nil
  }
}
