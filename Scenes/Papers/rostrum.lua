-- Draws the figures in a document's fenced blocks with Rostrum, for pandoc (2.17 or newer) and Quarto:
--
--   pandoc paper.md --lua-filter rostrum.lua -o paper.html
--
-- A block of the class `rostrum` is a figure file, one of `rostrum-scene` a scene, of which the moment `at` is shown. Paths in it
-- begin in the folder where pandoc runs, and do not lead out of it. Its attributes `width`, `theme` and `scale` are options of the
-- command; `alt` is the text for screen readers, otherwise the figure's own description; `caption` is set beneath it.
--
-- Pictures are kept in the folder `rostrum-figures`, under a name that follows from the block, the files that it names and the
-- program's version, so nothing is drawn twice. The environment variable ROSTRUM names another program than `rostrum`, and
-- ROSTRUM_PATHS further folders, with colons between, whose files blocks may show.

local program = os.getenv("ROSTRUM") or "rostrum"
local folder = "rostrum-figures"
local version

local function run(arguments, text)
  local ok, result = pcall(pandoc.pipe, program, arguments, text or "")
  if not ok then
    error("rostrum " .. table.concat(arguments, " ") .. " failed; its message is above", 0)
  end
  return result
end

-- Lua knows neither links nor pipes, and makes no file that is not there already: the shell does.
local function shell(script, input, ...)
  return pcall(pandoc.pipe, "sh", { "-c", script, "sh", ... }, input)
end

-- Whether a file of ours is there.
local function isThere(name)
  return (shell([[ [ ! -L "$1" ] && [ -f "$1/$2" ] && [ ! -L "$1/$2" ] ]], "", folder, name))
end

-- Writes a file of ours, whole or not at all: by way of a new one of a random name beside it, and through no link.
local function write(name, data)
  local ok = shell([[
    set -eu
    for path in "$1" "$1/$2"; do
      if [ -L "$path" ] || { [ -e "$path" ] && [ "$path" != "$1" ]; }; then
        echo "'$path' is no file or folder that this filter has made" >&2
        exit 73
      fi
    done
    mkdir -p -- "$1"
    part=$(mktemp "$1/.rostrum-XXXXXXXX")
    trap 'rm -f -- "$part"' EXIT
    cat >"$part"
    chmod "$(printf %o "$((0666 & ~$(umask)))")" "$part"
    mv -f -- "$part" "$1/$2"
  ]], data, folder, name)
  if not ok then error("cannot write '" .. folder .. "/" .. name .. "'", 0) end
end

-- The block, and the checksums of the ordinary files below this folder that it names.
local function everything(text)
  local names = {}
  for word in text:gmatch("[%w_%./%-]+") do
    if #names < 200 and #word < 1000 and word:match("^[%w_].*%.%a+$") then table.insert(names, word) end
  end
  local _, sums = shell([[
    root=$(pwd -P)
    for path do
      [ -f "$path" ] && [ ! -L "$path" ] || continue
      place=$(cd -P -- "$(dirname -- "$path")" && pwd -P) || continue
      case $place/ in "$root"/*) cksum -- "$path" ;; esac
    done
  ]], "", table.unpack(names))
  return text .. "\0" .. tostring(sums)
end

-- SVG for pages, PDF for LaTeX, pixels for everything else.
local function ending(isScene)
  if isScene then return "png" end
  if FORMAT:match("html") or FORMAT:match("epub") or FORMAT:match("revealjs") or FORMAT:match("^markdown") then
    return "svg"
  end
  if FORMAT:match("latex") or FORMAT:match("beamer") or FORMAT:match("context") then return "pdf" end
  return "png"
end

local entities = { amp = "&", lt = "<", gt = ">", quot = '"', apos = "'" }

-- The title and the description that the program has written into an SVG.
local function description(path)
  local file = assert(io.open(path, "rb"))
  local svg = file:read("a")
  file:close()
  local words = {}
  for _, name in ipairs({ "title", "desc" }) do
    local text = svg:match("<" .. name .. ">(.-)</" .. name .. ">")
    if text then table.insert(words, (text:gsub("&(%a+);", entities))) end
  end
  return table.concat(words, ". ")
end

-- Draws a block into a file, unless that is there.
local function draw(block, isScene, format, options)
  version = version or run({ "--version" })
  local key = everything(block.text) .. version .. table.concat(options, "\0") .. format
  local name = pandoc.utils.sha1(key) .. "." .. format
  if not isThere(name) then
    local arguments = { isScene and "render" or "figure", "block", "--stdin=block", "--confined", "--output=-" }
    table.insert(arguments, isScene and "--quiet" or "--format=" .. format)
    for path in (os.getenv("ROSTRUM_PATHS") or ""):gmatch("[^:]+") do table.insert(arguments, "--allow-path=" .. path) end
    for _, option in ipairs(options) do table.insert(arguments, option) end
    write(name, run(arguments, block.text .. "\n"))
  end
  return folder .. "/" .. name
end

-- The picture with a caption. Before its version 3, pandoc took a paragraph with a picture of such a title for a figure.
local function captioned(image, caption)
  local blocks = pandoc.read(caption, "markdown").blocks
  if pandoc.Figure then return pandoc.Figure({ pandoc.Plain({ image }) }, { long = blocks }) end
  image.attributes.alt = pandoc.utils.stringify(image.caption)
  image.caption = pandoc.utils.blocks_to_inlines(blocks)
  image.title = "fig:"
  return pandoc.Para({ image })
end

function CodeBlock(block)
  local isScene = block.classes:includes("rostrum-scene")
  if not isScene and not block.classes:includes("rostrum") then return nil end
  local options = {}
  for _, name in ipairs(isScene and { "at", "scale" } or { "width", "theme", "scale" }) do
    local value = block.attributes[name]
    if name == "theme" and value and not value:match("^%a+$") then
      error("the theme is light, dark, grey or auto; found '" .. value .. "'", 0)
    end
    if value then table.insert(options, "--" .. name .. "=" .. value) end
  end
  if isScene and not block.attributes.at then table.insert(options, "--at=0") end
  local output = draw(block, isScene, ending(isScene), options)
  local alt = block.attributes.alt
  if not alt and not isScene then
    alt = description(draw(block, false, "svg", options))
  end
  local image = pandoc.Image(alt or "", output, "", { id = block.identifier })
  if block.attributes.caption then return captioned(image, block.attributes.caption) end
  return pandoc.Para({ image })
end
