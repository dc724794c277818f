import RostrumBase
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// A number to follow: the name of one of the scene's, or one of its own.
enum FollowedNumber: Sendable {
  case named(String)
  case own(FollowedValue)
}

extension Reader where Content == FollowedNumber {
  static let followedNumber = Reader(
    "the name of a value, or a value: {toValue: 42, duration: 1}", example: "n",
    schema: ["anyOf": [["type": "string"], Vocabulary.followedValue.reference]]
  ) { node, context in
    guard node.entries == nil else {
      return Reader<FollowedValue>.followedValue.read(node, context).map(FollowedNumber.own)
    }
    return context.read(node, .text("the name of a value, or a value: {toValue: 42, duration: 1}"))
      .map(FollowedNumber.named)
  }
}

extension Reader where Content == FollowedValue {
  static let followedValue = mapping(
    .followedValue, "a followed value: a mapping with keys"
  ) { fields in
    let place = AnimationPlace(layerClass: .plain, latestTime: Limit.seconds)
    let animation = AnimationReader(fields, place)
    let timing = animation.timing(defaultDuration: MediaTiming.defaultDuration, holds: true)
    let function = animation.timingFunction()
    guard let (values, times) = fields.followedKeys(), let timing, let function else { return nil }
    return FollowedValue(values, keyTimes: times, timing: timing, timingFunction: function)
  }
}

extension MappingReader {
  /// The numbers of a followed value with their times; `nil` after reporting an error.
  fileprivate func followedKeys() -> (values: [Double], times: [Double]?)? {
    guard let list = node(Key.followedKeys) else {
      guard let from = checked(Key.followedFrom), required(Key.followedTo) != nil,
        let to = self[Key.followedTo]
      else { return nil }
      if let key = keyNode(Key.followedTimes) {
        context.error(
          .conflict, "keyTimes are those of values", at: key, hint: "give values: [0, 10, 42]")
        return nil
      }
      return ([from, to], nil)
    }
    if let key = keyNode(Key.followedFrom) ?? keyNode(Key.followedTo) {
      context.error(
        .conflict, "values take the place of fromValue and toValue", at: key,
        hint: "give one or the other")
      return nil
    }
    guard let values = self[Key.followedKeys], let times = ifGiven(Key.followedTimes) else {
      return nil
    }
    guard values.count >= 2 else {
      context.mismatch(Key.followedKeys.expectation, at: list)
      return nil
    }
    guard let times else { return (values, nil) }
    let rises = zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
    guard times.count == values.count, rises, times.first == 0, times.last == 1 else {
      context.error(
        .wrongCount,
        "expected \(values.count) rising times from 0 to 1, one for each value; found \(times.count)",
        at: node(Key.followedTimes) ?? list)
      return nil
    }
    return (values, times)
  }
}
