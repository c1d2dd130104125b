#include "tools/command_line/line_reader.h"

#include <unistd.h>

#include <clocale>
#include <cstdio>
#include <iostream>

#ifdef MILLSTONE_HAVE_LIBEDIT
#include <histedit.h>
#endif

namespace mill {
namespace {

bool is_terminal() { return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1; }

}  // namespace

#ifdef MILLSTONE_HAVE_LIBEDIT

/// libedit on standard input and output, with a history that ends with the program.
class LineReader::Editor {
 public:
  Editor() : editor_(el_init("millstone", stdin, stdout, stderr)), history_(history_init()) {
    if (!editor_ || !history_) return;
    std::setlocale(LC_CTYPE, "");  // names of files may have letters of several bytes
    constexpr int kLinesKept = 1000;
    HistEvent event;
    history(history_, &event, H_SETSIZE, kLinesKept);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, &Editor::prompt);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_SIGNAL, 1);  // Ctrl-C leaves the terminal as it was
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    el_source(editor_, nullptr);  // the user's ~/.editrc
  }

  ~Editor() {
    if (history_) history_end(history_);
    if (editor_) el_end(editor_);
  }
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  bool is_ready() const { return editor_ && history_; }

  std::optional<std::string> next(const std::string& prompt) {
    prompt_ = prompt;
    el_set(editor_, EL_PREP_TERM, 1);  // before the prompt: nothing typed after it is echoed raw
    int length = 0;
    const char* typed = el_gets(editor_, &length);
    if (!typed || length <= 0) return std::nullopt;
    std::string line(typed, static_cast<std::size_t>(length));
    while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
    HistEvent event;
    if (line.find_first_not_of(' ') != std::string::npos)
      history(history_, &event, H_ENTER, line.c_str());
    return line;
  }

 private:
  static char* prompt(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return static_cast<Editor*>(self)->prompt_.data();
  }

  EditLine* editor_;
  History* history_;
  std::string prompt_;
};

#else

/// The program was built without libedit: nothing is ever ready.
class LineReader::Editor {
 public:
  bool is_ready() const { return false; }
  std::optional<std::string> next(const std::string&) { return std::nullopt; }
};

#endif

LineReader::LineReader() : on_terminal_(is_terminal()) {
  if (!on_terminal_) return;
  editor_ = std::make_unique<Editor>();
  if (!editor_->is_ready()) editor_.reset();
}

LineReader::~LineReader() = default;

void LineReader::end() {
  if (on_terminal_) std::fputc('\n', stdout);
}

std::optional<std::string> LineReader::next(const std::string& prompt) {
  if (editor_) return editor_->next(prompt);
  if (on_terminal_) {
    std::fwrite(prompt.data(), 1, prompt.size(), stdout);
    std::fflush(stdout);
  }
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

}  // namespace mill
