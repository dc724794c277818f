extension HTMLReportParts {
  static let style = """
    :root { color-scheme: light dark; --paper: #fbfbfa; --ink: #1d1d1f; --faint: #6b6b70;
      --line: #d9d9d6; --card: #ffffff; --accent: #2f6fdd; --good: #2a9d5c; --bad: #cf2f2a;
      --odd: #b7791f; --check: #ececea; }
    @media (prefers-color-scheme: dark) {
      :root { --paper: #17181a; --ink: #ececec; --faint: #9a9aa0; --line: #36373b; --card: #202124;
        --accent: #7aa7ff; --good: #57c785; --bad: #ff7a73; --odd: #e5b45a; --check: #2b2c30; } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.45 system-ui, sans-serif; }
    header { padding: 16px 24px 4px; }
    h1 { font-size: 19px; margin: 0; overflow-wrap: anywhere; }
    header p { margin: 2px 0; color: var(--faint); }
    header ul:empty { display: none; }
    h2 { font-size: 17px; margin: 0 0 6px; overflow-wrap: anywhere; }
    #verdict { border-radius: 4px; padding: 1px 8px; color: var(--paper); background: var(--bad);
      font-size: 14px; }
    #verdict.same { background: var(--good); }
    #verdict.missing, #verdict.orphaned, #verdict.unchecked, #verdict.recorded, #verdict.updated,
      #verdict.environment-differs, #verdict.unreadable, #verdict.wrong { background: var(--odd); }
    #strip { display: flex; flex-wrap: wrap; gap: 2px; padding: 10px 24px; }
    #strip button { width: 14px; height: 30px; padding: 0; border: 0; border-radius: 2px;
      background: linear-gradient(to top, var(--bad) var(--share), var(--line) var(--share)); }
    #strip.few button { width: auto; height: auto; padding: 4px 10px; border-left: 4px solid var(--bad);
      background: var(--card); }
    #strip button.same { background: var(--good); opacity: .55; }
    #strip.few button.same { background: var(--card); border-color: var(--good); opacity: 1; }
    #strip button[aria-current=true] { outline: 2px solid var(--accent); outline-offset: 1px;
      opacity: 1; }
    #strip span { align-self: center; padding: 0 8px; color: var(--faint); font-size: 13px; }
    main { padding: 0 24px 24px; }
    ul { margin: 0; padding-left: 20px; }
    #places { color: var(--faint); font-size: 13px; margin: 6px 0; overflow-wrap: anywhere; }
    #toolbar { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 8px 0;
      position: sticky; top: 0; background: var(--paper); z-index: 2; }
    .gap { width: 12px; }
    button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line);
      border-radius: 6px; padding: 4px 10px; cursor: pointer; }
    button[aria-pressed=true] { background: var(--accent); color: var(--paper);
      border-color: var(--accent); }
    button:focus-visible, input:focus-visible { outline: 2px solid var(--accent);
      outline-offset: 2px; }
    #slider { display: none; align-items: center; gap: 8px; }
    #stage { display: flex; flex-wrap: wrap; gap: 16px; align-items: flex-start; }
    figure { margin: 0; flex: 1 1 280px; min-width: 0; }
    figcaption { color: var(--faint); font-size: 13px; padding-bottom: 4px; }
    .frame { position: relative; overflow: auto; border: 1px solid var(--line); max-height: 78vh;
      width: fit-content; max-width: 100%; }
    .sheet { position: relative;
      background: repeating-conic-gradient(var(--check) 0 25%, var(--card) 0 50%) 0 0 / 16px 16px; }
    .sheet img { position: absolute; left: 0; top: 0; display: block; image-rendering: auto; }
    .sheet.pixels img { image-rendering: pixelated; }
    .rule { position: absolute; top: 0; bottom: 0; width: 2px; background: var(--accent); }
    .empty { padding: 32px; color: var(--faint); }
    @media (prefers-reduced-motion: reduce) { * { transition: none; } }
    """
}
