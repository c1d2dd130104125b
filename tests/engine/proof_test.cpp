#include <gtest/gtest.h>

#include <atomic>

#include "engine/proof/certificate_text.h"
#include "engine/proof/opening_proof.h"
#include "engine/proof/proof_walk.h"
#include "game/notation.h"
#include "tests/prober/solved_database.h"
#include "tests/support/test_positions.h"
#include "tests/support/test_results.h"

namespace mill {
namespace {

constexpr std::uint64_t kTableBytes = 1 << 22;
const std::atomic<bool> kNoStop{false};

/// Three stones per side, on the shipped database or on parts of it.
class ProofTest : public ::testing::Test {
 protected:
  static Variant variant() {
    auto found = find_variant("three-mens-morris");
    EXPECT_TRUE(succeeds(found));
    return *found;
  }

  static std::shared_ptr<const Prober> open(const std::vector<Subspace>& only = {}) {
    ProberOptions options;
    options.only = only;
    auto prober = Prober::open(
        std::filesystem::path(MILLSTONE_SOURCE_DIR) / "data/databases/three-mens-morris", variant(),
        options);
    EXPECT_TRUE(succeeds(prober));
    return std::make_shared<const Prober>(std::move(*prober));
  }

  static Result<OpeningProof> prove(const ProofKnowledge& knowledge, ProofTable& table,
                                    int threads = 1) {
    ProofOptions options;
    options.threads = threads;
    return prove_value(knowledge, table, start_position(variant()), options);
  }

  const Subspace moving_{3, 3, 0, 0};
};

TEST_F(ProofTest, ProvesTheValueOfTheEmptyBoardFromTheEndgameAlone) {
  const ProofKnowledge knowledge(variant(), open({moving_}));
  for (const int threads : {1, 2}) {
    ProofTable table(kTableBytes);
    const auto proof = prove(knowledge, table, threads);
    ASSERT_TRUE(succeeds(proof));
    // The first player wins in 9 plies, through the centre (data/reference).
    EXPECT_EQ(proof->value(), Value::kWin);
  }
}

TEST_F(ProofTest, AgreesWithTheDatabaseAtEveryStepOfPlacing) {
  const ProofKnowledge by_search(variant(), open({moving_}));
  const auto prober = open();
  // All positions of the first four plies, without captures to speak of.
  std::vector<Position> positions = {start_position(variant())};
  for (int ply = 0; ply < 3; ++ply) {
    std::vector<Position> next;
    for (const Position& position : positions)
      for (const Turn& turn : generate_turns(variant(), position))
        next.push_back(apply(variant(), position, turn));
    positions.insert(positions.end(), next.begin(), next.end());
  }
  ProofTable table(kTableBytes);
  ProofSearch search(by_search, table, kNoStop);
  for (const Position& position : positions) {
    const auto value = prober->value(position);
    ASSERT_TRUE(succeeds(value));
    for (const bool by_mover : {true, false})
      for (const Value at_least : {Value::kDraw, Value::kWin}) {
        const Claim claim{by_mover, at_least};
        EXPECT_EQ(search.prove(SearchPosition::of(position, 0, 0), claim), holds(claim, *value))
            << shown(variant(), position);
      }
  }
}

TEST_F(ProofTest, ProvesNothingFromNothing) {
  const ProofKnowledge knowledge(variant(), open({Subspace{0, 0, 3, 3}}));
  ProofTable table(kTableBytes);
  // The start itself is on file: its value is known at once.
  EXPECT_EQ(prove(knowledge, table)->value(), Value::kWin);
  const ProofKnowledge ignorant(variant(), nullptr);
  ProofTable empty(kTableBytes);
  const auto proof = prove(ignorant, empty);
  ASSERT_TRUE(succeeds(proof));
  EXPECT_EQ(proof->at_least, Value::kLoss);
  EXPECT_EQ(proof->at_most, Value::kWin);
}

TEST_F(ProofTest, StopsWhenAsked) {
  const ProofKnowledge knowledge(variant(), open({moving_}));
  ProofTable table(kTableBytes);
  std::atomic<bool> stop{true};
  ProofSearch search(knowledge, table, stop);
  EXPECT_FALSE(search.prove(SearchPosition::of(start_position(variant()), 0, 0), {}).has_value());
}

/// A certificate of the win, and what to check it with.
class CertificateTest : public ProofTest {
 protected:
  void SetUp() override {
    ASSERT_TRUE(succeeds(prove(knowledge_, table_)));
    make(100);
  }

  void make(int actions) {
    auto certificate =
        make_certificate(knowledge_, table_, start_position(variant()), claim_, actions, kNoStop);
    ASSERT_TRUE(succeeds(certificate));
    certificate_ = std::move(*certificate);
  }

  Result<CertificateCheck> check(const Certificate& certificate) const {
    ProofTable fresh(kTableBytes);
    return check_certificate(knowledge_, fresh, certificate);
  }

  Claim claim_{true, Value::kWin};
  ProofKnowledge knowledge_{variant(), open({moving_})};
  ProofTable table_{kTableBytes};
  Certificate certificate_;
};

TEST_F(CertificateTest, FollowsLineByLine) {
  const auto found = check(certificate_);
  ASSERT_TRUE(succeeds(found));
  EXPECT_EQ(found->derived, certificate_.lines.size());
  EXPECT_EQ(found->searched, 0U);
  EXPECT_GT(found->known, 0U);
}

TEST_F(CertificateTest, LeavesTheRestToASearch) {
  make(2);
  const auto found = check(certificate_);
  ASSERT_TRUE(succeeds(found));
  EXPECT_GT(found->searched, 0U);
  EXPECT_LT(certificate_.lines.size(), 10U);
}

TEST_F(CertificateTest, ReadsWhatItWrote) {
  std::string text = certificate_text(variant(), certificate_);
  const auto one = parse_certificates(variant(), text);
  ASSERT_TRUE(succeeds(one));
  ASSERT_EQ(one->size(), 1U);
  EXPECT_EQ(certificate_text(variant(), one->front()), text);
  text += text;
  EXPECT_EQ(parse_certificates(variant(), text)->size(), 2U);
}

TEST_F(CertificateTest, FailsWhenAnyLineIsMissing) {
  for (std::size_t i = 1; i < certificate_.lines.size(); ++i) {
    Certificate changed = certificate_;
    changed.lines.erase(changed.lines.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_TRUE(fails_with(check(changed), ErrorCode::kVerificationFailed, "nothing shows")) << i;
  }
}

TEST_F(CertificateTest, FailsWhenAClaimIsTooStrong) {
  // The same proof for the other side, and for a win of the second player.
  for (std::size_t i = 0; i < certificate_.lines.size(); ++i) {
    Certificate changed = certificate_;
    changed.lines[i].claim = turned(changed.lines[i].claim);
    EXPECT_FALSE(check(changed).has_value()) << i;
  }
}

TEST_F(CertificateTest, FailsWhenAnActionIsNotLegal) {
  Certificate changed = certificate_;
  changed.lines.front().action = {Action::Kind::kMove, 0, 1};
  EXPECT_TRUE(fails_with(check(changed), ErrorCode::kVerificationFailed, "not legal"));
}

TEST_F(CertificateTest, DoesNotTakeAWrongSearchForAProof) {
  Certificate changed;
  changed.lines.push_back(
      {{false, Value::kDraw}, CertificateLine::Reason::kSearch, {}, start_position(variant())});
  EXPECT_TRUE(fails_with(check(changed), ErrorCode::kVerificationFailed, "does not prove"));
}

TEST_F(CertificateTest, RefusesChangedTexts) {
  const std::string text = certificate_text(variant(), certificate_);
  for (std::size_t i = 0; i < text.size(); i += 3) {
    std::string changed = text;
    changed[i] = changed[i] == 'b' ? 'w' : 'b';
    if (changed == text) continue;
    const bool in_name = i > text.find("variant ") && i < text.find("digest ");
    const auto read = parse_certificates(variant(), changed);
    EXPECT_FALSE(read.has_value()) << "byte " << i << (in_name ? " of the name" : "");
  }
  for (std::size_t size = 0; size < text.size(); size += 5)
    EXPECT_FALSE(parse_certificates(variant(), text.substr(0, size)).has_value()) << size;
  EXPECT_TRUE(fails_with(parse_certificates(nine_mens_morris(), text), ErrorCode::kWrongRules,
                         "other rules"));
}

TEST_F(CertificateTest, ShowsALineThatCanBePlayed) {
  Position position = start_position(variant());
  ProofWalk walk(knowledge_, table_, kNoStop);
  const auto line = example_line(walk, Goal::of(position, claim_), 100);
  ASSERT_FALSE(line.empty());
  for (const Action& action : line) {
    const auto legal = generate_actions(variant(), position);
    ASSERT_NE(std::find(legal.begin(), legal.end(), action), legal.end());
    position = apply(variant(), position, action);
  }
  EXPECT_EQ(example_line(walk, Goal::of(start_position(variant()), claim_), 2).size(), 2U);
}

TEST(SymmetricKey, IsTheSameForAllImages) {
  const Variant variant = nine_mens_morris();
  const Position position = placed(variant, "a1 d7 c5", "g4 f6", 5, 6);
  for (const Symmetry& symmetry : variant.board->symmetries.elements) {
    Position image = position;
    image.own = symmetry(position.own);
    image.opponent = symmetry(position.opponent);
    EXPECT_EQ(symmetric_key(*variant.board, image), symmetric_key(*variant.board, position));
  }
  EXPECT_NE(symmetric_key(*variant.board, turned(position)),
            symmetric_key(*variant.board, position));
}

}  // namespace
}  // namespace mill
