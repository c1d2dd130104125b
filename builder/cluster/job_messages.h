#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "builder/database_builder.h"
#include "builder/grader/grader.h"
#include "builder/verifier/verifier.h"

namespace mill {

// What the ranks of a job tell each other: JSON objects whose "kind" is one of these.

namespace kinds {

// From a worker to the coordinator.
inline constexpr const char* kReady = "ready";  ///< wants a pair, with what the last one took, or
                                                ///< what was found of it; or a check, with the
                                                ///< report of the last one
inline constexpr const char* kProgress = "progress";  ///< what part of all checks it has made
inline constexpr const char* kWritten = "written";    ///< the files of a subspace are there
inline constexpr const char* kFound = "found";        ///< another build has made a subspace
inline constexpr const char* kDone = "done";          ///< its share is done
inline constexpr const char* kFailed = "failed";      ///< it has an error, and ends

// From the coordinator to a worker.
inline constexpr const char* kBuild = "build";  ///< a pair, and the ranks that build it together
inline constexpr const char* kGrade = "grade";  ///< a pair
inline constexpr const char* kCheck = "check";  ///< the number of a subspace
inline constexpr const char* kNothing = "nothing";  ///< there is no more to take
inline constexpr const char* kStop =
    "stop";  ///< the job is broken off; of a build, whether a rank is gone
inline constexpr const char* kEnd = "end";  ///< all ranks are done

}  // namespace kinds

nlohmann::json to_json(const Subspace& subspace);
Subspace subspace_from(const nlohmann::json& json);

nlohmann::json to_json(const std::vector<Subspace>& subspaces);
std::vector<Subspace> subspaces_from(const nlohmann::json& json);

nlohmann::json to_json(const BuiltSubspace& built);
BuiltSubspace built_subspace_from(const nlohmann::json& json);

nlohmann::json to_json(const RankShare& share);
RankShare rank_share_from(const nlohmann::json& json);

nlohmann::json to_json(const GradedSubspace& graded);
GradedSubspace graded_subspace_from(const nlohmann::json& json);

nlohmann::json to_json(const SubspaceReport& report);
SubspaceReport subspace_report_from(const nlohmann::json& json);

nlohmann::json to_json(const Error& error);
Error error_from(const nlohmann::json& json);

}  // namespace mill
