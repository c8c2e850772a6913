import { createContext } from 'react'

/** Why nothing can be sent now, for buttons that send; null: it can. Given by the application, which knows of the network. */
export const SendingBlocked = createContext<string | null>(null)
