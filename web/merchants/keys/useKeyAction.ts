import { useStepUpAction } from '../preferences/useStepUpAction.ts'

/** An action on a key: with step-up where the server requires it; the keys are read again afterwards. */
export const useKeyAction = (why: string) => useStepUpAction(why, ['keyList', 'connectionView'])
