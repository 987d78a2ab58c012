// The worker of the portal of providers (docs/decisions/037-web-push.md), served at /pro/sw.js.
import { describeProviderNotification } from "#app/features/push/notification-texts.ts";
import { watchPushes } from "./watch-pushes.ts";

watchPushes(describeProviderNotification);
