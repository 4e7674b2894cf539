// A bare echo: what comes is sent back, and nothing else is done. Its port is the first line that it prints.
import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (line) => line.on('message', (data, binary) => line.send(data, { binary })));
server.on('listening', () => console.log(server.address().port));
