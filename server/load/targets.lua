-- For wrk: asks the targets of a file one after the other, each thread from another place on, and counts
-- answers that are none.
--   wrk -t2 -c64 -d30s --latency -s targets.lua http://127.0.0.1:8080 -- targets.txt

local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(arguments)
  targets = {}
  for line in io.lines(arguments[1]) do targets[#targets + 1] = line end
  at = (number * 7919 * 13) % #targets
end

function request()
  at = at % #targets + 1
  return wrk.format("GET", targets[at])
end
