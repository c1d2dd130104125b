#pragma once

// Which pairs are built when, by how many, and what that would take; what others need of this room
// is included here.

#include "builder/schedule/job_forecast.h"
#include "builder/schedule/pair_schedule.h"
#include "builder/schedule/team_choice.h"
#include "builder/schedule/team_cost.h"
