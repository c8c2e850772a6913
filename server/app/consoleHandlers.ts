import type { ConsoleHandlers } from '../platform/calls/consoleHandler.ts'
import * as bankChange from '../provider/review/bankChange.ts'
import * as claim from '../provider/review/claim.ts'
import * as decide from '../provider/review/decide.ts'
import * as files from '../provider/review/files.ts'
import * as letter from '../provider/review/letter.ts'
import * as readReview from '../provider/review/readReview.ts'
import * as me from '../provider/staff/me.ts'
import * as work from '../provider/work/work.ts'

/** The handler of each call of the console, exported under the call's name by the files of the rooms. A call without one does not compile. */
export const consoleHandlers: ConsoleHandlers = { ...bankChange, ...claim, ...decide, ...files, ...letter, ...me, ...readReview, ...work }
