// The worker of the staff portal (docs/decisions/037-web-push.md), served at /backyard/sw.js.
import { describeNotification } from "#app/features/push/notification-texts.ts";
import { watchPushes } from "./watch-pushes.ts";

watchPushes(describeNotification);
