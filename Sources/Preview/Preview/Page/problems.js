// The mistakes and warnings of the scene, over its picture.

// Mistakes lie over the picture; warnings alone are a line to open.
export function showProblems(problems, isWrong) {
  const box = document.getElementById("problems");
  const count = (severity) => problems.filter((one) => one.severity === severity).length;
  const counts = ["error", "warning", "note"].map((word) => [count(word), word]);
  const wasWrong = document.body.classList.contains("wrong");
  document.body.classList.toggle("wrong", isWrong);
  if (box.hidden || isWrong || wasWrong) box.open = isWrong;
  box.hidden = problems.length === 0;
  box.querySelector("summary").textContent = counts.filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}${number > 1 ? "s" : ""}`).join(", ");
  box.querySelector("div").replaceChildren(...problems.map(problemArticle));
}

function problemArticle(problem) {
  const article = document.createElement("article");
  const title = document.createElement("div");
  title.className = problem.severity;
  title.textContent = `${problem.severity}: ${problem.message}`;
  const place = document.createElement(problem.link ? "a" : "span");
  if (problem.link) place.href = problem.link;
  place.textContent = [problem.path, problem.line, problem.column].filter(Boolean).join(":");
  article.append(title, place);
  if (problem.text) {
    const excerpt = document.createElement("pre");
    excerpt.textContent = `${problem.text}\n${problem.caret}`;
    article.append(excerpt);
  }
  if (problem.hint) {
    const hint = document.createElement("div");
    hint.textContent = `hint: ${problem.hint}`;
    article.append(hint);
  }
  return article;
}
