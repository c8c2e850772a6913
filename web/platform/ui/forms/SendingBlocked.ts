import { createContext } from 'react'

/** Why requests cannot be sent now, for buttons that send; null: they can. Provided by the application, which watches the network. */
export const SendingBlocked = createContext<string | null>(null)
