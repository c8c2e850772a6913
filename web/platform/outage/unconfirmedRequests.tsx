import { addressOf } from '../api/call.ts'
import { t } from '../i18n/t.ts'
import { presentView } from '../api/viewAs.ts'
import { deviceMs } from '../api/serverClock.ts'
import { type EndedCall, hearCalls } from './endedCalls.ts'
import { outcomeOf, type SentRequest } from '../shared/followRequest.ts'
import { clientState } from '../session/session.ts'
import { ToastAction } from '../shared/ToastAction.tsx'
import { closeBar, showBar, showToast } from '../shared/toasts.ts'
import { type Outcome, WhatHappened } from './WhatHappened.tsx'

/**
 * A write whose answer never came; kept in this tab until it is known what became of it, and gone with signing out. `again`: the same has been
 * done since under another key, so that there is nothing left to repeat.
 */
type UnconfirmedRequest = SentRequest & { sentAt: number; lostAt: number; again?: true }

/** So long after its answer was lost a form may be sent again as it was: asking closes the key of what has not arrived. */
const settledMs = 30_000
const mostKept = 50
const news = 'lost-requests'
/** What the application does by itself, and the time of the tests, whose clock says itself how far it has got. */
const silent: ReadonlySet<string> = new Set([
  'sessionActivity',
  'sessionSignOut',
  'sessionRefresh',
  'notificationRead',
  'sandboxClock',
  'sandboxScenario',
])

// Signing out wipes what begins like this.
const storageKey = () => `draft:lost-requests:${clientState.get().account?.userId ?? ''}`

function readUnconfirmed(): UnconfirmedRequest[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(list) ? (list as UnconfirmedRequest[]) : [] // written by this tab alone
  } catch {
    return []
  }
}

function writeUnconfirmed(list: readonly UnconfirmedRequest[]): void {
  if (list.length === 0) sessionStorage.removeItem(storageKey())
  else sessionStorage.setItem(storageKey(), JSON.stringify(list.slice(-mostKept)))
}

/** Whether nobody can say from what came back what was done. */
const isLost = ({ failure }: EndedCall): boolean => failure !== undefined && (failure.outcomeUnknown || failure.status === 503)

/** What a dialog has asked after itself is told there. */
function forgetKnown({ asked: { params = {} }, answer }: EndedCall): void {
  const known = typeof answer === 'object' && answer !== null && 'state' in answer && answer.state !== 'running'
  if (known) writeUnconfirmed(readUnconfirmed().filter((one) => one.key !== params['key']))
}

/** Notes a write that was lost, and forgets it once that one has been answered; what was lost before another like it succeeded is marked. */
function note(ended: EndedCall): void {
  const { endpoint, asked, mode, sentAt } = ended
  const { method } = endpoint
  if (endpoint.name === 'requestOutcome') return forgetKnown(ended)
  if (method === 'GET' || asked.key === undefined || endpoint.neverStore || silent.has(endpoint.name)) return
  const { key } = asked
  const path = addressOf(endpoint, asked.params)
  const like = (one: UnconfirmedRequest) => one.method === method && one.path === path && one.mode === mode && one.sentAt <= sentAt
  const others = readUnconfirmed()
    .filter((one) => one.key !== key)
    .map((one): UnconfirmedRequest => (!ended.failure && like(one) ? { ...one, again: true } : one))
  writeUnconfirmed(isLost(ended) ? [...others, { key, method, path, mode, sentAt, lostAt: deviceMs() }] : others)
}

let looking = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Asks what became of what is old enough; the rest is asked in its time. A server that is away again is asked after its next answer. */
async function look(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  if (looking || clientState.get().account === null || presentView() !== null) return
  looking = true
  const found: Outcome[] = []
  for (const lost of readUnconfirmed().filter((one) => deviceMs() - one.lostAt >= settledMs)) {
    const { key, path, mode, sentAt, again } = lost
    const answer = await outcomeOf(lost)
    if (!answer) break
    writeUnconfirmed(readUnconfirmed().filter((one) => one.key !== key))
    // What was done is told even so: it may have been done twice.
    if (!again || answer.state === 'done') found.push({ key, sentAt, path, mode, ...answer })
  }
  looking = false
  if (found.length > 0) tell(found)
  const [next] = readUnconfirmed()
  if (next) timer = setTimeout(() => void look(), Math.max(5_000, next.lostAt + settledMs - deviceMs()))
}

/** Says that it is known now, and shows it when asked. */
function tell(outcomes: readonly Outcome[]): void {
  const show = () => showBar(news, <WhatHappened outcomes={outcomes} onClose={() => closeBar(news)} />)
  showToast(t('shell.lost.known', { count: outcomes.length }), {
    key: news,
    lastsMs: 0,
    action: <ToastAction toast={news} label={t('shell.lost.show')} onPress={show} />,
  })
}

/** Starts to follow the user's own writes through outages. Called once. */
export function startUnconfirmedRequests(): void {
  hearCalls((ended) => {
    note(ended)
    if (!ended.failure && timer === undefined && readUnconfirmed().length > 0) timer = setTimeout(() => void look(), 1_000)
  })
  if (readUnconfirmed().length > 0) timer = setTimeout(() => void look(), 1_000)
}
