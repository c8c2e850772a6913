import { createContext, use } from 'react'
import type { ConsoleCallName } from '#contract/consoleApi'
import type { AnswerOf } from '#contract/platform/endpoint'
import type { consoleMe } from '#contract/provider/staff'
import { callRoles } from '../api/callRoles.ts'
import type { ConsoleRoute } from './consoleRoute.ts'

/** The signed-in member of staff. */
export type Staff = AnswerOf<typeof consoleMe>['staff']

/** The signed-in member of staff and the pages of the console, provided by the frame. */
export const FrameContext = createContext<{ staff: Staff; routes: readonly ConsoleRoute[] } | null>(null)

/** The frame's values: every page is inside it. */
export function useFrame() {
  const frame = use(FrameContext)
  if (!frame) throw new Error('a page of the console outside its frame')
  return frame
}

/** The signed-in member of staff; `may` says whether one of their roles may make a call. */
export function useStaff(): Staff & { may: (call: ConsoleCallName) => boolean } {
  const { staff } = useFrame()
  return { ...staff, may: (call) => (callRoles[call] ?? []).some((role) => staff.roles.includes(role)) }
}
