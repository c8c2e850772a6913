import type { Handler } from '../../platform/calls/call.ts'
import { readViews, visible } from './viewRow.ts'

/** The caller's own views and the shop's. */
export const viewList: Handler<'viewList'> = ({ db, scope, caller }) => readViews(db, visible(scope, caller.userId))
