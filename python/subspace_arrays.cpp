#include "python/subspace_arrays.h"

#include "formats/database_file.h"
#include "python/python_errors.h"
#include "python/python_task.h"

namespace mill {
namespace {

namespace py = pybind11;

DatabaseFile open_file(const std::vector<std::filesystem::path>& directories,
                       const Variant& variant, const Subspace& subspace, Metric metric) {
  for (const auto& directory : directories) {
    auto file = DatabaseFile::open(directory / file_name(subspace, metric), variant);
    if (file || file.error().code != ErrorCode::kMissingFile) return unwrap(std::move(file));
  }
  throw PythonError{ErrorCode::kMissingFile,
                    fmt::format("{}: there is no such file", file_name(subspace, metric))};
}

void append_plies(const DatabaseFile& file, std::uint32_t block,
                  const std::vector<std::uint8_t>& packed, std::uint32_t slots,
                  std::vector<std::int16_t>& plies) {
  std::vector<OutcomeByte> outcomes(slots);
  std::vector<LongDistance> longs;
  unwrap(file.decode_outcomes(block, packed.data(), outcomes, &longs));
  const std::size_t first = plies.size();
  for (const OutcomeByte byte : outcomes)
    plies.push_back(static_cast<std::int16_t>(byte == kDrawByte ? -1 : to_outcome(byte).distance));
  const std::uint64_t first_slot = std::uint64_t{block} * file.header().block_slots;
  for (const LongDistance& entry : longs)
    plies[first + (entry.slot - first_slot)] = static_cast<std::int16_t>(entry.distance);
}

void decode(const DatabaseFile& value_file, const DatabaseFile* distance_file,
            std::vector<std::uint8_t>& values, std::vector<std::int16_t>& plies, StopFlag stop) {
  const FileHeader& header = value_file.header();
  values.reserve(header.counts.slots);
  if (distance_file) plies.reserve(header.counts.slots);
  for (std::uint32_t block = 0; block < header.block_count && !stop.is_set(); ++block) {
    const std::uint32_t slots = header.slots_in_block(block);
    std::vector<std::uint8_t> packed(packed_size(slots));
    unwrap(value_file.decode_values(block, packed));
    for (std::uint32_t i = 0; i < slots; ++i)
      values.push_back(static_cast<std::uint8_t>(value_at(packed.data(), i)));
    if (distance_file) append_plies(*distance_file, block, packed, slots, plies);
  }
}

/// An array that owns the vector's memory: nothing is copied.
template <typename T>
py::array as_array(std::vector<T> vector) {
  auto* held = new std::vector<T>(std::move(vector));
  const py::capsule owner(held, [](void* memory) { delete static_cast<std::vector<T>*>(memory); });
  return py::array_t<T>(static_cast<py::ssize_t>(held->size()), held->data(), owner);
}

}  // namespace

std::pair<py::array, py::object> subspace_arrays(
    const std::vector<std::filesystem::path>& directories, const Variant& variant,
    const Subspace& subspace, bool distances) {
  std::vector<std::uint8_t> values;
  std::vector<std::int16_t> plies;
  run_python_task(py::none(), [&](PythonTask& task) {
    const DatabaseFile value_file = open_file(directories, variant, subspace, Metric::kValue);
    std::optional<DatabaseFile> distance_file;
    if (distances) {
      distance_file = open_file(directories, variant, subspace, Metric::kDistance);
      unwrap(check_pair(value_file, *distance_file));
    }
    decode(value_file, distance_file ? &*distance_file : nullptr, values, plies,
           task.control().stop);
  });
  py::array value_array = as_array(std::move(values));
  if (!distances) return {std::move(value_array), py::none()};
  return {std::move(value_array), as_array(std::move(plies))};
}

std::array<py::array, 3> sample_arrays(const Prober& prober, const Subspace& subspace,
                                       const SampleOptions& options) {
  std::vector<std::uint32_t> own, opponent;
  std::vector<std::uint8_t> values;
  run_python_task(py::none(), [&](PythonTask& task) {
    const PositionSamples samples =
        unwrap(sample_positions(prober, subspace, options, task.control().stop));
    for (const Position& position : samples.positions) {
      own.push_back(position.own);
      opponent.push_back(position.opponent);
    }
    for (const Value value : samples.values) values.push_back(static_cast<std::uint8_t>(value));
  });
  return {as_array(std::move(own)), as_array(std::move(opponent)), as_array(std::move(values))};
}

}  // namespace mill
