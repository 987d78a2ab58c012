// Runs `checkQuiz` beside the event loop; Node reads this file as it stands.
import { parentPort, workerData } from "node:worker_threads";
import { checkQuiz } from "./check-quiz.ts";
import type { CheckInput } from "./check-report.ts";

parentPort?.postMessage(checkQuiz(workerData as CheckInput));
