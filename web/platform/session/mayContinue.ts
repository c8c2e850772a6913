import { currentView } from '../api/viewAs.ts'
import type { Session } from './session.ts'

/** Whether this page can be continued on the user’s own phone: not from a shared till, nor while viewing as another role. */
export const mayContinue = ({ may }: Pick<Session, 'may'>): boolean => may('continuationCreate') && currentView() === null
