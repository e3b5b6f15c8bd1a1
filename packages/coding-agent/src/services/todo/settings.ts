// Settings of the to-do list besides whether it is offered.
import { booleanSetting, numberSetting } from "../../settings/setting.ts";

export const todoReminders = booleanSetting("todo.reminders", {
  default: true,
  doc: "Remind the model of open tasks when it stops.",
  project: "free",
});

export const todoRemindersMax = numberSetting("todo.reminders.max", {
  default: 3,
  min: 0,
  max: 10,
  doc: "Reminders of open tasks for each prompt.",
  project: "free",
});

export const todoEager = booleanSetting("todo.eager", {
  default: false,
  doc: "Ask the model for a to-do list before it begins.",
  project: "free",
});

export const todoClearDelay = numberSetting("tasks.todoClearDelay", {
  default: 60,
  min: -1,
  max: 86_400,
  doc: "Seconds after which a finished to-do list is cleared; -1 keeps it.",
  project: "free",
});
