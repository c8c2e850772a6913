import type { CallName, Role } from '#domain/roles'
import type { Config } from '../config.ts'

/** Who may not be without a second factor: owners and admins, where the installation says so. */
export const mustHaveFactor = ({ secondFactor }: Pick<Config, 'secondFactor'>, role: Role): boolean =>
  secondFactor === 'owners_admins' && (role === 'owner' || role === 'admin')

/** What somebody may call who still has to set one up: who they are, setting it up, and leaving. */
export const beforeFactor: ReadonlySet<CallName> = new Set([
  'me',
  'languageChoose',
  'merchantList',
  'merchantDetail',
  'notificationList',
  'profile',
  'enterprise',
  'sessionActivity',
  'meStepUp',
  'meSessionList',
  'meSessionEnd',
  'meSessionEndOthers',
  'meDeviceList',
  'meDeviceForget',
  'meDeviceForgetAll',
  'passwordChange',
  'secondFactor',
  'authenticatorStart',
  'authenticatorConfirm',
  'passkeyStart',
  'passkeyAdd',
  'recoveryCodesRenew',
])
