import { addressOf } from '../api/call.ts'
import { t } from '../i18n/t.ts'
import { currentView } from '../api/viewAs.ts'
import { deviceMs } from '../api/serverClock.ts'
import { type EndedCall, onCallEnded } from './endedCalls.ts'
import { outcomeOf, type SentRequest } from '../api/pollOutcome.ts'
import { clientState } from '../session/session.ts'
import { ToastAction } from '../feedback/ToastAction.tsx'
import { closeBar, showBar, showToast } from '../feedback/toasts.ts'
import { type Outcome, WhatHappened } from './WhatHappened.tsx'

/**
 * A write whose answer was lost; kept in this tab until its outcome is known, and removed on signing out. `again`: the same write has been done since
 * under another key, so there is nothing to repeat.
 */
type UnconfirmedRequest = SentRequest & { sentAt: number; lostAt: number; again?: true }

/** How long after a lost answer a form may still be repeated unchanged: asking for the outcome closes the key of a write that has not arrived. */
const settledMs = 30_000
const maxKept = 50
const toastKey = 'lost-requests'
/** Writes that the application makes by itself, and those of the test clock, which shows its own progress. */
const silent: ReadonlySet<string> = new Set([
  'sessionActivity',
  'sessionSignOut',
  'sessionRefresh',
  'notificationRead',
  'sandboxClock',
  'sandboxScenario',
])

// Signing out removes keys with this prefix.
const storageKey = () => `draft:lost-requests:${clientState.get().account?.userId ?? ''}`

function readUnconfirmed(): UnconfirmedRequest[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(list) ? (list as UnconfirmedRequest[]) : [] // written by this tab only
  } catch {
    return []
  }
}

function writeUnconfirmed(list: readonly UnconfirmedRequest[]): void {
  if (list.length === 0) sessionStorage.removeItem(storageKey())
  else sessionStorage.setItem(storageKey(), JSON.stringify(list.slice(-maxKept)))
}

/** Whether the answer leaves unknown if the write was done. */
const isLost = ({ failure }: EndedCall): boolean => failure !== undefined && (failure.outcomeUnknown || failure.status === 503)

/** The outcome of a write that its own dialog has requested is shown there. */
function forgetKnown({ request: { params = {} }, answer }: EndedCall): void {
  const known = typeof answer === 'object' && answer !== null && 'state' in answer && answer.state !== 'running'
  if (known) writeUnconfirmed(readUnconfirmed().filter((one) => one.key !== params['key']))
}

/** Records a lost write, and removes it once it has been answered; writes lost before an equal one succeeded are marked. */
function record(ended: EndedCall): void {
  const { endpoint, request, mode, sentAt } = ended
  const { method } = endpoint
  if (endpoint.name === 'requestOutcome') return forgetKnown(ended)
  if (method === 'GET' || request.key === undefined || endpoint.neverStore || silent.has(endpoint.name)) return
  const { key } = request
  const path = addressOf(endpoint, request.params)
  const like = (one: UnconfirmedRequest) => one.method === method && one.path === path && one.mode === mode && one.sentAt <= sentAt
  const others = readUnconfirmed()
    .filter((one) => one.key !== key)
    .map((one): UnconfirmedRequest => (!ended.failure && like(one) ? { ...one, again: true } : one))
  writeUnconfirmed(isLost(ended) ? [...others, { key, method, path, mode, sentAt, lostAt: deviceMs() }] : others)
}

let checking = false
let timer: ReturnType<typeof setTimeout> | undefined

/** Requests the outcome of every write that is old enough; the others follow later. When the server is unavailable again, polling resumes after its next answer. */
async function checkOutcomes(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  if (checking || clientState.get().account === null || currentView() !== null) return
  checking = true
  const outcomes: Outcome[] = []
  for (const lost of readUnconfirmed().filter((one) => deviceMs() - one.lostAt >= settledMs)) {
    const { key, path, mode, sentAt, again } = lost
    const answer = await outcomeOf(lost)
    if (!answer) break
    writeUnconfirmed(readUnconfirmed().filter((one) => one.key !== key))
    // Reported all the same: it may have been done twice.
    if (!again || answer.state === 'done') outcomes.push({ key, sentAt, path, mode, ...answer })
  }
  checking = false
  if (outcomes.length > 0) showOutcomes(outcomes)
  const [next] = readUnconfirmed()
  if (next) timer = setTimeout(() => void checkOutcomes(), Math.max(5_000, next.lostAt + settledMs - deviceMs()))
}

/** Shows a toast that the outcomes are known, with a button to view them. */
function showOutcomes(outcomes: readonly Outcome[]): void {
  const show = () => showBar(toastKey, <WhatHappened outcomes={outcomes} onClose={() => closeBar(toastKey)} />)
  showToast(t('shell.lost.known', { count: outcomes.length }), {
    key: toastKey,
    lastsMs: 0,
    action: <ToastAction toast={toastKey} label={t('shell.lost.show')} onPress={show} />,
  })
}

/** Starts to follow the user’s own writes through outages. Called once. */
export function startUnconfirmedRequests(): void {
  onCallEnded((ended) => {
    record(ended)
    if (!ended.failure && timer === undefined && readUnconfirmed().length > 0) timer = setTimeout(() => void checkOutcomes(), 1_000)
  })
  if (readUnconfirmed().length > 0) timer = setTimeout(() => void checkOutcomes(), 1_000)
}
