import type { ConsoleHandlers } from '../platform/calls/consoleHandler.ts'
import * as priceEffect from '../provider/prices/effect.ts'
import * as merchantTerms from '../provider/prices/merchantTerms.ts'
import * as priceList from '../provider/prices/priceList.ts'
import * as me from '../provider/staff/me.ts'

/** The handler of each call of the console, exported under the call's name by the files of the rooms. A call without one does not compile. */
export const consoleHandlers: ConsoleHandlers = { ...me, ...priceList, ...merchantTerms, ...priceEffect }
