public import RostrumFigures
import RostrumMedia
public import RostrumOutput
public import RostrumRendering
public import RostrumSceneFile
import RostrumSource

extension SceneOpener {
  /// Loads a figure file with its scenes, with its texts in a language, or in the file's own. What
  /// is wrong inside it is in the result. Throws `SceneFileError` and `OutputIsInput`.
  public func openFigure(
    _ path: String, language: FigureLanguage? = nil
  ) throws -> (result: FigureLoadResult, assets: SceneAssets) {
    let (loader, assets) = figureLoader(language)
    let result = try loader.load(path: path)
    try checkInputs(result.files)
    return (result, assets)
  }

  private func figureLoader(_ language: FigureLanguage?) -> (FigureLoader, SceneAssets) {
    let videos = self.videos
    let assets = self.assets(videos)
    let inspector = SceneInspector(options: options, assets: assets, videos: videos)
    return (FigureLoader(options: options, assets: inspector, language: language), assets)
  }

  /// The mistakes of a figure file; `nil` for a file that is none.
  func checkFigure(_ file: ParsedScene?) -> LoadResult? {
    guard let file, FigureLoader.isFigure(file) else { return nil }
    return figureLoader(nil).0.load(text: file.source.text, path: file.path).withoutFigure
  }

  /// Loads a theme file. Mistakes in its content are in the result.
  public func openTheme(_ path: String) throws(SceneFileError) -> ThemeLoadResult {
    let inspector = SceneInspector(options: options, assets: SceneAssets(), videos: videos)
    return try FigureLoader(options: options, assets: inspector).loadTheme(path: path)
  }
}
