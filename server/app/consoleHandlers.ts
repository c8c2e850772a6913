import type { ConsoleHandlers } from '../platform/calls/consoleHandler.ts'
import * as account from '../provider/merchants/account.ts'
import * as accountActs from '../provider/merchants/accountActs.ts'
import * as accountList from '../provider/merchants/accountList.ts'
import * as peopleActs from '../provider/merchants/peopleActs.ts'
import * as shop from '../provider/merchants/shop.ts'
import * as me from '../provider/staff/me.ts'

/** The handler of each call of the console, exported under the call's name by the files of the rooms. A call without one does not compile. */
export const consoleHandlers: ConsoleHandlers = { ...account, ...accountActs, ...accountList, ...peopleActs, ...shop, ...me }
