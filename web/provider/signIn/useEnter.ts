import { useCallback } from 'react'
import { queryClient } from '../../platform/api/queryClient.ts'
import { sessionEnded } from '../api/sessionEnded.ts'
import { go, safeBack } from '../frame/address.ts'

/** Opens the console after signing in, at the page to return to. Nothing that the person before has read is shown to this one. */
export function useEnter(): (back?: string) => void {
  return useCallback((back) => {
    queryClient.clear()
    sessionEnded.set(false)
    go(safeBack(back), { replace: true })
  }, [])
}
