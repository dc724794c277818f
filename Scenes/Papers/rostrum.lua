-- Draws the figures in a document's fenced blocks with Rostrum, for pandoc and Quarto:
--
--   pandoc paper.md --lua-filter rostrum.lua -o paper.html
--
-- A block of the class `rostrum` is a figure file, one of `rostrum-scene` a scene, of which the moment `at` is shown. Paths in it
-- begin in the folder where pandoc runs. Its attributes `width`, `theme` and `scale` are options of the command; `alt` is the
-- text for screen readers, otherwise the figure's own description; `caption` is set beneath it.
--
-- Pictures are kept in the folder `rostrum-figures`, under a name that follows from the block, the files that it names and the
-- program's version, so nothing is drawn twice. The environment variable ROSTRUM names another program than `rostrum`.

local program = os.getenv("ROSTRUM") or "rostrum"
local folder = "rostrum-figures"
local version

local function run(arguments)
  local ok, result = pcall(pandoc.pipe, program, arguments, "")
  if not ok then
    error("rostrum " .. table.concat(arguments, " ") .. " failed; its message is above", 0)
  end
  return result
end

local function contents(path)
  local file = io.open(path, "rb")
  if not file then return "" end
  local text = file:read("a")
  file:close()
  return text
end

-- The block with the texts of the files that it names.
local function everything(text)
  local all = { text }
  for path in text:gmatch("[%w_%./%-]+%.%a+") do table.insert(all, contents(path)) end
  return table.concat(all, "\0")
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
  local svg = contents(path)
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
  local output = folder .. "/" .. pandoc.utils.sha1(key) .. "." .. format
  local found = io.open(output, "rb")
  if found then
    found:close()
    return output
  end
  local source = ".rostrum-block-" .. pandoc.utils.sha1(key):sub(1, 12) .. ".yaml"
  local file = assert(io.open(source, "w"))
  file:write(block.text, "\n")
  file:close()
  local arguments = { isScene and "render" or "figure", source, "-o", output }
  if isScene then table.insert(arguments, "--quiet") end
  for _, option in ipairs(options) do table.insert(arguments, option) end
  local ok, message = pcall(run, arguments)
  os.remove(source)
  if not ok then error(message, 0) end
  return output
end

function CodeBlock(block)
  local isScene = block.classes:includes("rostrum-scene")
  if not isScene and not block.classes:includes("rostrum") then return nil end
  local options = {}
  local names = isScene and { "at", "scale" } or { "width", "theme", "scale" }
  for _, name in ipairs(names) do
    if block.attributes[name] then
      table.insert(options, "--" .. name)
      table.insert(options, block.attributes[name])
    end
  end
  if isScene and not block.attributes.at then
    table.insert(options, "--at")
    table.insert(options, "0")
  end
  local output = draw(block, isScene, ending(isScene), options)
  local alt = block.attributes.alt
  if not alt and not isScene then
    alt = description(draw(block, false, "svg", options))
  end
  local image = pandoc.Image(alt or "", output, "", { id = block.identifier })
  if not block.attributes.caption then return pandoc.Para({ image }) end
  local caption = pandoc.read(block.attributes.caption, "markdown").blocks
  return pandoc.Figure({ pandoc.Plain({ image }) }, { long = caption })
end
