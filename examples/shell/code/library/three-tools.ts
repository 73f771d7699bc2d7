export * from 'bitecs-collision/three';
