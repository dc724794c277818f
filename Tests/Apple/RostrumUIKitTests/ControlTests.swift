import RostrumQuartz
import Testing
import UIKit

/// Fields, tables and controllers of controllers. Facts: Apple's documentation of UIKit.
@Suite("Fields, tables, navigation and old calls")
struct ControlTests {
  private final class Log: NSObject, UITextFieldDelegate, UITableViewDataSource,
    UITableViewDelegate, UINavigationControllerDelegate
  {
    var lines: [String] = []
    var allowsEnd = true

    func note(_ text: String) {
      lines.append("\((CACurrentMediaTime() * 100).rounded() / 100) \(text)")
    }

    func textFieldDidBeginEditing(_ textField: UITextField) { note("begin") }
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { allowsEnd }
    func textFieldDidEndEditing(_ textField: UITextField) { note("end \(textField.text ?? "")") }
    func heard(_ notification: NSNotification) { note("heard") }
    func changed(_ field: UITextField) { note("control \(field.isEditing)") }
    func stopped(_ name: String?, _ isFinished: NSNumber, _ context: UnsafeMutableRawPointer?) {
      note("\(name ?? "") \(isFinished.boolValue)")
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 20 }
    func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
      cell.textLabel?.text = "Row \(indexPath.row)"
      return cell
    }
    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
      note("row \(indexPath.row)")
    }

    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) { note("shows \(viewController.title ?? "")") }
  }

  private final class Row: UITableViewCell {
    override init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      tag = 7
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
  }

  private static func film(
    _ duration: Double = 2, _ code: @escaping (Stage, UIWindow, Log) -> Void
  ) -> [String] {
    let log = Log()
    _ = Film(size: CGSize(width: 200, height: 200), fps: 60, duration: duration) { stage in
      code(stage, stage.makeWindow(), log)
    }
    return log.lines
  }

  @Test("A field begins with a tap or another field's end, and notifies its delegate and others")
  func fields() {
    let lines = Self.film { stage, window, log in
      let fields = [20, 100].map { UITextField(frame: CGRect(x: 0, y: $0, width: 200, height: 30)) }
      for field in fields { window.addSubview(field) }
      fields[0].delegate = log
      fields[0].addTarget(log, action: Selector(Log.changed), for: .editingDidEnd)
      NotificationCenter.default.addObserver(
        log, selector: Selector(Log.heard), name: UITextField.textDidBeginEditingNotification,
        object: fields[0])
      stage.tap(CGPoint(x: 50, y: 30), at: 0.5)
      stage.at(0.8) {
        fields[0].text = "Ada"
        log.allowsEnd = false
        log.note("\(fields[1].becomeFirstResponder()) \(fields[0].isFirstResponder)")
        log.allowsEnd = true
      }
      stage.at(1) { log.note("\(fields[1].becomeFirstResponder()) \(fields[0].isEditing)") }
    }
    #expect(
      lines.map { $0.drop { $0 != " " }.dropFirst() } == [
        "begin", "heard", "false true", "end Ada", "control false", "true false",
      ])
  }

  @Test("A table has a cell of its class for every row, and a tap chooses one")
  func tables() {
    var found: [String] = []
    let lines = Self.film { stage, window, log in
      let table = UITableView(frame: window.bounds)
      table.register(Row.self, forCellReuseIdentifier: "row")
      (table.dataSource, table.delegate, table.rowHeight) = (log, log, 50)
      window.addSubview(table)
      stage.at(0.2) {
        found = [
          "\(table.visibleCells.count)", "\(table.contentSize.height)",
          "\(table.visibleCells.allSatisfy { $0 is Row && $0.tag == 7 })",
          table.cellForRow(at: IndexPath(row: 3, section: 0))?.textLabel?.text ?? "",
        ]
        table.scrollToRow(at: IndexPath(row: 10, section: 0), at: .top, animated: false)
      }
      stage.tap(CGPoint(x: 100, y: 60), at: 0.5)
    }
    #expect(found == ["4", "1000.0", "true", "Row 3"])
    #expect(lines.map { $0.drop { $0 != " " } } == [" row 11"])
  }

  @Test("A navigation pushes and pops in 0.35 seconds, and its controllers know it")
  func navigation() {
    let lines = Self.film { stage, window, log in
      func controller(_ title: String) -> UIViewController {
        let controller = UIViewController()
        controller.title = title
        return controller
      }
      let navigation = UINavigationController(rootViewController: controller("first"))
      navigation.delegate = log
      window.rootViewController = navigation
      let second = controller("second")
      stage.at(0.5) { navigation.pushViewController(second, animated: true) }
      stage.at(0.9) {
        log.note("\(second.navigationController === navigation)")
        log.note(navigation.navigationBar.topItem?.title ?? "")
        navigation.popViewController(animated: true)
      }
    }
    #expect(
      lines == ["0.85 shows second", "0.9 true", "0.9 second", "1.25 shows first"])
  }

  private final class Watched: UIViewController {
    var note: (String) -> Void = { _ in }

    private var movement: String {
      let all = [
        ("presented", isBeingPresented), ("dismissed", isBeingDismissed),
        ("to its parent", isMovingToParent), ("from its parent", isMovingFromParent),
      ]
      return all.filter(\.1).map(\.0).joined(separator: ", ")
    }

    override func viewWillAppear(_ animated: Bool) { note("comes \(movement)") }
    override func viewDidDisappear(_ animated: Bool) { note("is gone \(movement)") }
  }

  @Test("A controller knows in which way it comes and goes")
  func movement() {
    let lines = Self.film { stage, window, log in
      let (second, sheet) = (Watched(), Watched())
      for one in [second, sheet] { one.note = { log.note($0) } }
      let navigation = UINavigationController(rootViewController: UIViewController())
      window.rootViewController = navigation
      stage.at(0.2) { navigation.pushViewController(second, animated: true) }
      stage.at(0.6) { navigation.popViewController(animated: true) }
      stage.at(1) { navigation.present(sheet, animated: false) }
      stage.at(1.2) { sheet.dismiss(animated: false) }
      stage.at(1.3) { log.note("\(sheet.isBeingDismissed)") }
    }
    #expect(
      lines == [
        "0.2 comes to its parent", "0.95 is gone from its parent", "1.0 comes presented",
        "1.2 is gone dismissed", "1.3 false",
      ])
  }

  @Test("Blocks between two calls move views, with their delay and their end")
  func oldBlocks() throws {
    let log = Log()
    let film = Film(size: CGSize(width: 100, height: 20), fps: 60, duration: 1) { stage in
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
      view.backgroundColor = .black
      stage.addSubview(view)
      stage.at(0.1) {
        UIView.beginAnimations("move", context: nil)
        UIView.setAnimationDuration(0.4)
        UIView.setAnimationDelay(0.1)
        UIView.setAnimationCurve(.linear)
        UIView.setAnimationDelegate(log)
        UIView.setAnimationDidStop(Selector(Log.stopped))
        view.frame.origin.x = 80
        UIView.commitAnimations()
      }
    }
    #expect(log.lines == ["0.6 move true"])
    for (time, x) in [(0.15, 10), (0.4, 50), (0.7, 90)] {
      #expect(try film.image(at: time).color(atX: x, y: 10)?.components?[0] == 0, "\(time)")
    }
  }

  private final class Watcher: UIView {
    var seen: [String] = []
    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      let offset = change?[.newKey] as? CGPoint
      seen.append("\(keyPath ?? "") \(offset?.y ?? -1)")
    }
  }

  @Test("A scroll view's offset is observed by its name until that ends")
  func observation() {
    let watcher = Watcher()
    let film = Film(size: CGSize(width: 100, height: 100), fps: 60, duration: 1) { stage in
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      stage.addSubview(scroll)
      scroll.addObserver(watcher, forKeyPath: "contentOffset", options: .new, context: nil)
      scroll.addObserver(watcher, forKeyPath: "colour", options: .new, context: nil)
      stage.at(0.2) { scroll.contentOffset.y = 30 }
      stage.at(0.4) { scroll.removeObserver(watcher, forKeyPath: "contentOffset") }
      stage.at(0.6) { scroll.contentOffset.y = 50 }
    }
    #expect(watcher.seen == ["contentOffset 30.0"])
    #expect(
      film.warnings.map(\.message) == ["'colour' of UIScrollView is not observed by its name"])
  }

  private final class Padded: UILabel {
    override func drawText(in rect: CGRect) { super.drawText(in: rect.insetBy(dx: 40, dy: 0)) }
  }

  @Test("A label that draws its text elsewhere shows it there")
  func labels() throws {
    func ink(_ label: UILabel) throws -> Int? {
      let film = Film(size: CGSize(width: 100, height: 30), fps: 60, duration: 0.5) { stage in
        label.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
        (label.text, label.textColor) = ("IIII", .black)
        stage.addSubview(label)
      }
      let image = try film.image(at: 0.2)
      return (0..<100).first { x in
        (0..<30).contains { (image.color(atX: x, y: $0)?.components?[0] ?? 1) < 0.7 }
      }
    }
    let (plain, padded) = (try #require(try ink(UILabel())), try #require(try ink(Padded())))
    #expect(plain < 5)
    #expect((40..<45).contains(padded))
  }
}
