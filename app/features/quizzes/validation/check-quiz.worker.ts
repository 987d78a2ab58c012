// Runs `checkQuiz` outside of the event loop; Node loads this file without a build.
import { parentPort, workerData } from "node:worker_threads";
import { checkQuiz } from "./check-quiz.ts";
import type { CheckInput } from "./check-report.ts";

parentPort?.postMessage(checkQuiz(workerData as CheckInput));
