#pragma once

// What a build is made of besides plan and solver; what others need of this room is included here.

#include "builder/store/background_writer.h"
#include "builder/store/build_log.h"
#include "builder/store/build_meter.h"
#include "builder/store/checkpoint.h"
#include "builder/store/input_distances.h"
#include "builder/store/job_claim.h"
#include "builder/store/preparation.h"
#include "builder/store/subspace_locks.h"
#include "builder/store/table_store.h"
#include "builder/store/team_writer.h"
#include "builder/store/work_list.h"
