// The words of the page in other languages. What comes from the scene and the server stays.

const chinese = {
  "Add": "添加",
  "Add a layer, a component or an animation (A)": "添加图层、组件或动画 (A)",
  "Align at the bottom": "底部对齐",
  "Align at the top": "顶部对齐",
  "Align in the middle, across": "水平居中",
  "Align in the middle, down": "垂直居中",
  "Align left": "左对齐",
  "Align right": "右对齐",
  "Align with the canvas": "与画布对齐",
  "Approve": "批准",
  "Baselines and now": "基准与当前",
  "Click a layer, or a pixel.": "点击图层或像素。",
  "Close": "关闭",
  "Compare": "比较",
  "Compare with the baselines (C)": "与基准比较 (C)",
  "Copy": "复制",
  "Copy the command line": "复制命令行",
  "Copy the layer (ctrl D)": "复制图层 (ctrl D)",
  "Duplicate": "再制",
  "File": "文件",
  "Filter": "筛选",
  "Filter layers": "筛选图层",
  "Find": "查找",
  "Find a scene": "查找场景",
  "Find a scene (ctrl K)": "查找场景 (ctrl K)",
  "First frame": "第一帧",
  "First frame (Home)": "第一帧 (Home)",
  "Frame": "帧",
  "Frame as PNG": "当前帧存为 PNG",
  "Height of the timeline": "时间线的高度",
  "Hide": "隐藏",
  "Keys": "按键",
  "Keys (?)": "按键 (?)",
  "Last frame": "最后一帧",
  "Last frame (End)": "最后一帧 (End)",
  "Layers": "图层",
  "Lock": "锁定",
  "Moment": "时刻",
  "Mute": "静音",
  "Mute (S)": "静音 (S)",
  "One frame back": "后退一帧",
  "One frame back (←)": "后退一帧 (←)",
  "One frame on": "前进一帧",
  "One frame on (→)": "前进一帧 (→)",
  "Onion": "洋葱皮",
  "Paste": "粘贴",
  "Path": "轨迹",
  "Play": "播放",
  "Play (space)": "播放 (空格)",
  "Playback": "播放控制",
  "Range as GIF": "范围存为 GIF",
  "Range as MP4": "范围存为 MP4",
  "Record what is now as the baselines": "把当前结果记录为基准",
  "Redo": "重做",
  "Redo (ctrl shift Z)": "重做 (ctrl shift Z)",
  "Remove": "删除",
  "Remove the layer (Delete)": "删除图层 (Delete)",
  "Rename": "重命名",
  "Render": "渲染",
  "Render this frame or the range (R)": "渲染当前帧或范围 (R)",
  "Scene": "场景",
  "Scenes": "场景列表",
  "Search layers, components and animations": "搜索图层、组件和动画",
  "Search what to add": "搜索要添加的内容",
  "Selected layer": "选中的图层",
  "Show alone": "单独显示",
  "Source": "源文件",
  "State": "状态",
  "The baseline on the left, now on the right": "左为基准，右为当前",
  "The frame": "画面",
  "The selected layer before and after (X)": "选中图层的前后状态 (X)",
  "The way of the selected layer (P)": "选中图层的轨迹 (P)",
  "Timeline": "时间线",
  "To the back": "后移",
  "To the back (ctrl ↓)": "后移一层 (ctrl ↓)",
  "To the front": "前移",
  "To the front (ctrl ↑)": "前移一层 (ctrl ↑)",
  "Undo": "撤销",
  "Undo (ctrl Z)": "撤销 (ctrl Z)",
  "View": "视图",
  "Volume": "音量",
  "What can be added": "可添加的内容",
  "Width of the layers": "图层栏的宽度",
  "Width of the values": "数值栏的宽度",
  "Words of the path": "路径中的词",
  "Zoom": "缩放",
  "Language": "语言",
  "a mark on the timeline, here; N goes to the next one": "在此处的时间线上做标记；N 跳到下一个标记",
  "add a layer, a component or an animation": "添加图层、组件或动画",
  "begin and end of the range, here; with shift: the whole scene": "在此处设定范围的起点和终点；加 shift 为整个场景",
  "blended": "混合",
  "blink": "交替显示",
  "compare with the baselines": "与基准比较",
  "connecting": "连接中",
  "copy the chosen layers, also into another scene": "复制所选图层，也可粘贴到其他场景",
  "copy the selected layer": "复制选中的图层",
  "damage": "重绘区域",
  "find a scene": "查找场景",
  "first and last frame of the range": "范围的第一帧和最后一帧",
  "fit": "适合窗口",
  "frame": "帧",
  "go to a frame, or to a time such as 1.5s or 50%": "跳到某一帧，或 1.5s、50% 这样的时间",
  "hide the selected layer in this preview; with shift show it alone": "在预览中隐藏选中的图层；加 shift 只显示它",
  "in the tree: fold, unfold": "在图层树中：折叠、展开",
  "in the tree: the layer before, the layer after": "在图层树中：上一个、下一个图层",
  "inside the selected layer": "放入选中的图层",
  "its way over the range; how it is before and after": "图层在范围内的轨迹；图层的前后状态",
  "loop": "循环",
  "move it one place to the front, to the back": "前移、后移一层",
  "moves the selected layer by a point; with shift by ten": "把选中的图层移动一点；加 shift 移动十点",
  "mute the sound": "静音",
  "off-screen": "离屏",
  "on the timeline": "在时间线上",
  "one frame; with shift one second": "一帧；加 shift 为一秒",
  "overdraw": "重复绘制",
  "picture": "画面",
  "play backwards, pause, play; again: twice as fast": "倒放、暂停、播放；再按一次：两倍速",
  "play, pause": "播放、暂停",
  "remove the selected layer": "删除选中的图层",
  "render this frame or the range": "渲染当前帧或范围",
  "rulers; guides are pulled out of them": "标尺；可从标尺拖出参考线",
  "select nothing": "取消选择",
  "side by side": "并排",
  "space": "空格",
  "speed": "速度",
  "swipe": "滑动对比",
  "the frame on the whole screen": "全屏显示画面",
  "the row of data before, the next one": "上一行、下一行数据",
  "these keys": "这些按键",
  "undo; with shift redo": "撤销；加 shift 重做",
  "what the layer does, what the file says of it, the file": "图层的状态、文件中的值、源文件",
  "zoom in, out, to fit": "放大、缩小、适合窗口",
  "↑ ↓ from row to row, enter selects; alt ← → moves an animation, with shift its end":
    "↑ ↓ 在各行间移动，回车选中；alt ← → 移动动画，加 shift 移动其结尾",
};

const attributes = ["title", "aria-label", "placeholder"];

export class Words {
  // Texts and attributes of the page, each with what it is in English.
  #places = [];

  constructor(root, list) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      this.#add(node.data, (text) => { node.data = text; });
    }
    for (const element of root.querySelectorAll("*")) {
      for (const name of attributes) {
        const text = element.getAttribute(name);
        if (text) this.#add(text, (one) => element.setAttribute(name, one));
      }
    }
    list.addEventListener("change", () => this.show(list.value));
    const isChinese = navigator.language.toLowerCase().startsWith("zh");
    list.value = isChinese ? "zh" : "en";
    if (isChinese) this.show("zh");
  }

  #add(text, write) {
    const english = text.trim();
    if (english in chinese) this.#places.push({ text, english, write });
  }

  show(language) {
    document.documentElement.lang = language;
    for (const { text, english, write } of this.#places) {
      write(language === "zh" ? text.replace(english, chinese[english]) : text);
    }
  }
}
