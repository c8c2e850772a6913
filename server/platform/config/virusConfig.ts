import { isAbsolute } from 'node:path'
import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of the check for viruses: default and description. */
export const virusSettings = {
  CLAMAV_SOCKET: ['', 'Unix socket of ClamAV’s daemon, which checks uploaded files for viruses; default none are checked'],
  CLAMAV_HOST: ['', 'The same by TCP: host:port, port 3310 unless given'],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

/** Where ClamAV's daemon listens. */
export type ClamavAddress = { path: string } | { host: string; port: number }

type Read = (name: keyof typeof virusSettings) => string

/** Reads where files are checked for viruses; null: they are not. Throws a one-line ConfigProblem. */
export function clamavOf(read: Read): ClamavAddress | null {
  const [path, address] = [read('CLAMAV_SOCKET'), read('CLAMAV_HOST')]
  if (path !== '' && address !== '') throw new ConfigProblem('Only one of CLAMAV_SOCKET and CLAMAV_HOST can be set.')
  if (path !== '') {
    if (!isAbsolute(path)) throw new ConfigProblem(`CLAMAV_SOCKET="${path}" is not an absolute path.`)
    return { path }
  }
  if (address === '') return null
  const [, host = '', port = '3310'] = /^([A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(?::(\d{1,5}))?$/.exec(address) ?? []
  if (host === '' || Number(port) < 1 || Number(port) > 65_535) throw new ConfigProblem(`CLAMAV_HOST="${address}" is not host:port.`)
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
}
