package dev.mongohaul.job.worker;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.run.ImportMeter;
import dev.mongohaul.job.run.RunState;
import dev.mongohaul.writer.delivery.CompareChoice;

record WorkerRun(ImportJob job, long importNumber, ImportMeter meter, CompareChoice comparing) implements RunState {}
