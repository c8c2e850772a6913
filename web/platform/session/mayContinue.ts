import { presentView } from '../api/viewAs.ts'
import type { Session } from './session.ts'

/** Whether this page can go on at one's own phone: not from a shared till, nor while one looks at the application as somebody else. */
export const mayContinue = ({ may }: Pick<Session, 'may'>): boolean => may('continuationCreate') && presentView() === null
