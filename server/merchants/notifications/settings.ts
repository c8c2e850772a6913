import type { Handler } from '../../platform/calls/call.ts'
import { readSettings } from './readSettings.ts'

/** What the caller is told of, and how. */
export const noticeSettingsView: Handler<'noticeSettingsView'> = ({ db, caller, services, http }) =>
  readSettings(db, services, caller.userId, http.device)
