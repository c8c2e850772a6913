import type { ConsoleHandlers } from '../platform/calls/consoleHandler.ts'
import * as me from '../provider/staff/me.ts'

/** The handler of each call of the console, exported under the call's name by the files of the rooms. A call without one does not compile. */
export const consoleHandlers: ConsoleHandlers = { ...me }
