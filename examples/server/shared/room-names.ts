/** How client and server call their room, and the messages in it. */
export const ROOM_NAME = 'arena';
export const TO_SERVER = 'input';
export const FROM_SERVER = 'ticks';
/** The server closes with this code when a client sends what no honest one does. */
export const KICKED = 4400;
