import { useQueryClient } from '@tanstack/react-query'

/** Reads disputes, the operation and the tasks again after the shop has answered. */
export function useRefreshDisputes(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: ['disputeList'] })
    void client.invalidateQueries({ queryKey: ['operationDetail'] })
    void client.invalidateQueries({ queryKey: ['inboxList'] })
  }
}
