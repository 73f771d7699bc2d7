export * from 'bitecs-collision/geometry3d';
