import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// Finds the pictures of a file.
protocol LottiePictures {
  /// `nil` after reporting why there is none.
  func image(_ picture: LottiePicture, _ context: LottieContext) -> ImageReference?
}

/// Finds the pictures of a Lottie, each once.
final class PictureAssets: LottiePictures {
  private let source: any ImportResources
  /// The archive that the Lottie is in.
  private let archive: LottieArchive?
  private var known: [Int: ImageReference] = [:]

  init(_ source: any ImportResources, _ archive: LottieArchive?) {
    (self.source, self.archive) = (source, archive)
  }

  func image(_ picture: LottiePicture, _ context: LottieContext) -> ImageReference? {
    let place = picture.source.bytes.lowerBound
    if let image = known[place] { return image }
    guard let image = read(picture) else {
      // A missing picture is a warning; a picture that is there and cannot be read is an error.
      guard !picture.isEmbedded, archive?.hasPicture(picture.path) != true else {
        let name = picture.isEmbedded ? "an embedded picture" : String(picture.path.prefix(60))
        return context.leavingOut(.pictures, name, at: picture.source)
      }
      let path = String((picture.folder + picture.path).prefix(200))
      let place = archive == nil ? "beside the file" : "in the archive"
      return context.warned(
        .missingFile,
        "there is no picture \(path.quoted) \(place) that can be read: nothing is shown",
        at: picture.source)
    }
    known[place] = image
    return image
  }

  private func read(_ picture: LottiePicture) -> ImageReference? {
    guard picture.isEmbedded else {
      if let bytes = archive?.picture(picture.path) { return source.image(in: bytes) }
      // An archive has no folder whose files it might name.
      return archive == nil ? source.image(atPath: picture.folder + picture.path) : nil
    }
    return Base64.content(ofDataURL: picture.path).flatMap(source.image(in:))
  }
}

extension CompositionConversion {
  /// The layer of a picture among the assets; none where it is not there.
  func picture(_ name: String, _ layer: LottieLayer) -> [ImportedLayer] {
    guard let asset = file.pictures[name] else {
      return context.warned(
        .missingFile, "there is no picture \(name.quoted) among the assets: nothing is shown",
        at: layer.source)
    }
    guard let image = pictures.image(asset, context) else { return [] }
    var draft = ImportedLayer("\(layer.name) picture")
    let size = Size(
      width: asset.width > 0 ? asset.width : Double(image.width),
      height: asset.height > 0 ? asset.height : Double(image.height))
    draft.setBounds(Rect(origin: .zero, size: size))
    draft.values[.contents] = image
    return [draft]
  }
}
