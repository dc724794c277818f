import RostrumBase
import RostrumLayerTree
import RostrumSource

extension Key {
  static let shownText = Field(
    "text", .text("a text", example: "Hello"),
    "Short for class: text with this string, as large as it is where no bounds are given.")
  static let layerStyle = Field(
    "style", .text("the name of a style", example: "title"),
    "The scene's style whose keys the layer has, unless it gives them itself.")
}

extension YAMLNode {
  /// The layer without its short forms: with the keys of its style, and as a layer of class text
  /// where it shows a `text`.
  func spelledOut(_ context: SceneContext) -> YAMLNode {
    guard let own = entries else { return self }
    let names = Set(own.map(\.name))
    guard !names.isDisjoint(with: [Key.layerStyle.name, Key.shownText.name]) else { return self }
    var entries = own + style(context).filter { !names.contains($0.name) }
    if let index = entries.firstIndex(where: { $0.name == Key.shownText.name }),
      entries.contains(where: { ["string", LayerClass.plain.name].contains($0.conflictWithText) })
    {
      context.error(
        .conflict, "text is short for class: text with its string", at: entries[index].key,
        hint: "give text alone")
      // The layer is read as one of the class that it names, or else as a text.
      if names.contains(Key.layerClass.name) {
        entries.remove(at: index)
      } else {
        entries.removeAll { $0.name == Property.string.name }
      }
    }
    return YAMLNode(
      .mapping(entries.spellingText()), mark: mark, origins: origins, folder: folder)
  }

  private func style(_ context: SceneContext) -> [Entry] {
    guard let node = value(of: Key.layerStyle), let name = context.read(node, Key.layerStyle.reader)
    else { return [] }
    context.symbols.usedNames.insert(Key.layerStyle.name, name)
    if let style = context.symbols.styles.named[name] { return style }
    if Vocabulary.styles.key(named: name) != nil {
      return context.failure(
        .conflict, "the style \(name.quoted) is that of all its layers already", at: node,
        hint: "leave style out")
    }
    return context.failure(
      .unknownName, "the scene has no style \(name.quoted)", at: node,
      hint: context.suggestion(for: name, among: context.symbols.styles.named.keys.sorted())
        ?? "write it under styles: {\(name): {...}}")
  }
}

extension YAMLNode.Entry {
  /// The class that is named, or the key of the text itself.
  fileprivate var conflictWithText: String? {
    name == Key.layerClass.name ? value.scalar?.text : name
  }
}

extension [YAMLNode.Entry] {
  fileprivate func spellingText() -> [YAMLNode.Entry] {
    let names = Set(map(\.name))
    guard let index = firstIndex(where: { $0.name == Key.shownText.name }),
      first(where: { $0.name == Key.layerClass.name })?.value.scalar?.text ?? LayerClass.text.name
        == LayerClass.text.name, !names.contains(Property.string.name)
    else { return self }
    let text = self[index]
    func word(_ name: String, _ value: String) -> YAMLNode.Entry {
      text.naming(name, YAMLNode(.scalar(.init(text: value, isPlain: true)), mark: text.key.mark))
    }
    var result = self
    result[index] = text.naming(Property.string.name, text.value)
    if !names.contains(Key.layerClass.name) {
      result.append(word(Key.layerClass.name, LayerClass.text.name))
    }
    let isSized = !names.isDisjoint(with: ["bounds", "frame", Key.sizeToFit.name, "aspectRatio"])
    if !isSized { result.append(word(Key.sizeToFit.name, "true")) }
    return result
  }
}
