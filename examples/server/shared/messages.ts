/** How client and server call the messages in a room. */
export const TO_SERVER = 'input';
export const FROM_SERVER = 'ticks';
/** The server closes with this code when a client sends what no honest one does. */
export const KICKED = 4400;
