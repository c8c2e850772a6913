import type { Handler } from '../../platform/calls/call.ts'
import { readSettings } from './readSettings.ts'

/** The caller's notification settings. */
export const noticeSettingsView: Handler<'noticeSettingsView'> = ({ db, caller, services, http }) =>
  readSettings(db, services, caller.userId, http.device)
